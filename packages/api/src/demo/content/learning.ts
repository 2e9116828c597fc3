import type { NoteDrafts } from "../note-draft.ts";

export const LEARNING = {
  "rereading-is-learning": {
    at: "2025-01-12T09:20",
    type: "belief",
    title: "Reading my notes again is how I learn best",
    content: "Before an exam I read everything twice more. Each time it feels more solid, so it must be working.",
    tags: ["learning", "study"],
    importance: 0.3,
  },
  "review-on-sundays": {
    at: "2025-01-19T17:45",
    type: "decision",
    title: "I review all new notes on Sunday evening",
    content:
      "One fixed hour a week, whatever the notes are about. It is easy to plan, and nothing gets lost between weeks.",
    tags: ["learning", "review"],
    importance: 0.4,
  },
  "testing-effect": {
    at: "2025-02-03T19:05",
    type: "fact",
    title: "Testing yourself helps you remember what you learn better than rereading",
    content:
      "In experiments by Roediger and Karpicke (2006) students who read a text again did better after five minutes, but those who had tested themselves instead remembered clearly more after a week. Pulling something out of memory is itself what makes it last.",
    tags: ["learning", "memory", "recall"],
    importance: 0.95,
  },
  "fluency-illusion": {
    at: "2025-02-05T20:30",
    type: "fact",
    title: "Text that feels familiar is easily mistaken for text that is known",
    content:
      "Reading something again makes the words flow, and we take the ease for knowledge. People who have just reread a text tend to expect a better test result than they get; a try without the book shows what is missing.",
    tags: ["learning", "memory"],
    importance: 0.7,
  },
  "seven-items": {
    at: "2025-02-11T08:10",
    type: "fact",
    title: "Working memory holds about seven items",
    content:
      "George Miller's paper of 1956 speaks of seven, plus or minus two, and that is the number everybody quotes.",
    tags: ["memory"],
    importance: 0.4,
  },
  "forgetting-curve": {
    at: "2025-02-16T10:00",
    type: "fact",
    title: "Most forgetting happens soon after learning",
    content:
      "Hermann Ebbinghaus learned lists of syllables and measured how much effort relearning saved: most of the loss came within the first day, then the curve flattened. In 2015 Murre and Dros repeated the experiment and found a very similar curve.",
    tags: ["learning", "memory"],
    importance: 0.7,
  },
  "spacing-effect": {
    at: "2025-02-23T11:15",
    type: "fact",
    title: "Spaced reviews help more than cramming to remember what you learn",
    content:
      "The same study time, spread over several days, leaves far more behind than one long session. Ebbinghaus described it in 1885, and hundreds of experiments have found it since, with vocabulary, mathematics and motor skills alike.",
    tags: ["learning", "memory", "spaced repetition"],
    importance: 0.95,
  },
  "review-fixed-gaps": {
    at: "2025-03-09T16:40",
    type: "decision",
    title: "I review each note after one, seven and thirty days",
    content:
      "A Sunday comes too late for what I wrote on Monday and too early for what I know already. Three fixed gaps follow the note instead of the calendar.",
    tags: ["learning", "review", "spaced repetition"],
    importance: 0.5,
  },
  "four-chunks": {
    at: "2025-03-22T18:25",
    type: "fact",
    title: "Working memory holds about four chunks",
    content:
      "Nelson Cowan reviewed the evidence in 2001: once rehearsal and grouping are prevented, most people keep three to five chunks in mind, not seven. How much a chunk contains depends on what one knows already.",
    tags: ["memory"],
    importance: 0.6,
  },
  "best-gap": {
    at: "2025-04-02T07:50",
    type: "fact",
    title: "The longer a memory has to last, the longer the best gap between reviews",
    content:
      "Cepeda and colleagues (2008) varied the gap between two study sessions. For a test after a week a gap of about a day was best, for a test almost a year later a gap of about three weeks.",
    tags: ["learning", "spaced repetition"],
    importance: 0.75,
  },
  interleaving: {
    at: "2025-04-13T14:05",
    type: "fact",
    title: "Mixing kinds of problems feels harder and teaches more",
    content:
      "Rohrer and Taylor (2007) let students practise geometry problems either sorted by kind or mixed. The mixed group did worse while practising and much better in the test a week later, because they had learned to choose the method, too.",
    tags: ["learning", "practice"],
    importance: 0.7,
  },
  "desirable-difficulty": {
    at: "2025-05-04T09:30",
    type: "insight",
    title: "Practice that feels slow is often where the learning happens",
    content:
      "Spacing, testing and mixing all make practice feel worse and results better. Robert Bjork calls them desirable difficulties. So I should not judge a method by how smooth it feels.",
    tags: ["learning", "practice"],
    importance: 0.85,
  },
  "explaining-recursion": {
    at: "2025-05-18T20:10",
    type: "experience",
    title: "Explaining recursion to my sister showed me what I did not know",
    content:
      "I could write recursive code but got stuck at her first “why does it stop?”. Preparing a second try taught me more than the chapter had, and I still remember it months later.",
    tags: ["learning", "teaching"],
    importance: 0.6,
  },
  "ask-why": {
    at: "2025-06-01T08:00",
    type: "insight",
    title: "Asking why something is true ties it to what I know already",
    content:
      "A fact on its own slips away; with a reason it has a place. When I add one line “this is so because …” to a note, I remember it without any drill.",
    tags: ["learning", "memory", "notes"],
    importance: 0.75,
  },
  "review-growing-gaps": {
    at: "2025-06-15T17:20",
    type: "decision",
    title: "I let the gap between reviews double each time I remember",
    content:
      "One day, two, four, eight and so on; back to one day when I fail. Easy notes stop costing time, hard ones come back by themselves. It keeps about ten minutes a day busy and helps me remember far more of what I learn than the fixed gaps did.",
    tags: ["learning", "review", "spaced repetition"],
    importance: 0.85,
  },
  "what-makes-me-remember": {
    at: "2025-08-24T10:45",
    type: "synthesis",
    title: "Self-testing, growing gaps and sleep help me remember what I learn",
    content:
      "Three things do most of the work: closing the book and recalling, coming back after growing gaps, and sleeping on it the same night. A reason why something is true makes each of them cheaper. What feels most productive, reading it once more, adds the least.",
    tags: ["learning", "memory", "sleep"],
    importance: 1,
  },
} satisfies NoteDrafts;
