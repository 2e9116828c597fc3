import type { NoteDrafts } from "../note-draft.ts";

export const ATTENTION_AND_HABITS = {
  "chat-beside-editor": {
    at: "2025-01-15T10:30",
    type: "belief",
    title: "I work well with the chat open beside my editor",
    content: "Answering at once takes seconds and keeps the team moving. I do not think it slows me down.",
    tags: ["attention", "work"],
    importance: 0.3,
  },
  "habit-21-days": {
    at: "2025-01-31T07:30",
    type: "belief",
    title: "A new habit takes twenty-one days",
    content: "Three weeks of discipline, then it runs by itself. I read it in several places.",
    tags: ["habits"],
    importance: 0.3,
  },
  "blocks-of-25": {
    at: "2025-02-07T09:00",
    type: "decision",
    title: "I work in blocks of twenty-five minutes",
    content:
      "A timer, one task, five minutes of pause: the Pomodoro technique as Francesco Cirillo described it. Good against putting things off.",
    tags: ["attention", "work"],
    importance: 0.4,
  },
  "switching-costs": {
    at: "2025-02-19T16:15",
    type: "fact",
    title: "Switching between two tasks costs time at every switch",
    content:
      "Rogers and Monsell (1995) found slower and less accurate answers right after a switch, even when it was announced and people had time to prepare. Doing two things at once is mostly fast switching, and the cost is paid each time.",
    tags: ["attention"],
    importance: 0.8,
  },
  "chat-closed": {
    at: "2025-03-28T18:00",
    type: "experience",
    title: "Two mornings with the chat closed finished what a week had not",
    content:
      "I had carried the import dialog of Tidepool from day to day. With notifications off until noon it was done on the second morning, and nobody had missed me.",
    tags: ["attention", "work", "tidepool"],
    importance: 0.6,
  },
  "willpower-fuel": {
    at: "2025-04-09T21:00",
    type: "belief",
    title: "Willpower is a fuel that gets used up in the day",
    content:
      "After a day full of decisions there is nothing left for the run in the evening. That is why I plan hard things early.",
    tags: ["habits"],
    importance: 0.4,
  },
  "habit-66-days": {
    at: "2025-04-23T08:20",
    type: "fact",
    title: "New habits took about two months to become automatic, with a wide range",
    content:
      "Lally and colleagues (2010) followed people who tied a new action to a daily cue. The typical time was 66 days, from 18 to 254 by the model's estimate. One missed day made hardly any difference.",
    tags: ["habits"],
    importance: 0.8,
  },
  "if-then-plans": {
    at: "2025-05-02T12:40",
    type: "fact",
    title: "If-then plans make it more likely that an intention becomes an action",
    content:
      "“When I have poured my coffee, I open the review deck” works better than “I want to review more”. Gollwitzer and Sheeran (2006) found a clear effect over 94 tests.",
    tags: ["habits", "planning"],
    importance: 0.75,
  },
  "blocks-of-90": {
    at: "2025-05-14T10:10",
    type: "decision",
    title: "I work in blocks of ninety minutes before noon",
    content:
      "The timer rang whenever I had all pieces of a problem in my head. Two long blocks, then a walk. Short blocks stay for mail and paperwork.",
    tags: ["attention", "work"],
    importance: 0.65,
  },
  "cards-after-coffee": {
    at: "2025-06-16T07:15",
    type: "decision",
    title: "I do my reviews right after pouring the first coffee",
    content: "The coffee happens every day anyway, so it makes a good cue. Ten minutes, before the phone is on.",
    tags: ["habits", "review", "coffee"],
    importance: 0.6,
  },
  "depletion-replication": {
    at: "2025-07-06T19:40",
    type: "fact",
    title: "A large replication found almost no sign that self-control gets used up",
    content:
      "Twenty-three laboratories with more than two thousand people repeated an ego depletion experiment together (Hagger and colleagues, 2016). The effect was close to zero.",
    tags: ["habits", "replication"],
    importance: 0.65,
  },
  "room-over-willpower": {
    at: "2025-07-20T17:05",
    type: "insight",
    title: "Changing the room works better for me than trying harder",
    content:
      "With the phone in the kitchen I do not have to resist it. Each habit that lasted began with moving an object, none with a resolution.",
    tags: ["habits", "attention"],
    importance: 0.7,
  },
  "long-quiet-stretches": {
    at: "2025-08-10T11:25",
    type: "synthesis",
    title: "I do my best work in long, quiet stretches before noon",
    content:
      "Every switch has a price, the chat was most of my switches, and ninety minutes are enough to load a problem and move it. What protects such a stretch is the room and the hour, not resolve.",
    tags: ["attention", "work", "habits"],
    importance: 0.85,
  },
  "phone-drains": {
    at: "2025-10-12T09:35",
    type: "fact",
    title: "A phone on the desk takes up attention even when it is silent",
    content:
      "In a study by Ward and colleagues (2017) people whose own phone lay on the desk did worse in tests of working memory than people whose phone was in another room.",
    tags: ["attention", "phone"],
    importance: 0.6,
  },
  "phone-no-difference": {
    at: "2025-11-02T10:20",
    type: "fact",
    title: "A later study found no difference between a phone on the desk and one in another room",
    content:
      "Ruiz Pardo and Minda (2022) repeated the phone experiment with the same kind of tasks and could not find the effect. Whatever the phone costs me, it may be the messages rather than the object.",
    tags: ["attention", "phone", "replication"],
    importance: 0.6,
  },
} satisfies NoteDrafts;
