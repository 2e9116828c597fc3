import type { NoteDrafts } from "../note-draft.ts";

export const SLEEP_AND_COFFEE = {
  "coffee-any-time": {
    at: "2025-01-08T15:30",
    type: "decision",
    title: "I drink coffee whenever I feel tired",
    content: "A cup costs nothing and helps at once. No rule needed.",
    tags: ["coffee"],
    importance: 0.1,
  },
  "espresso-after-dinner": {
    at: "2025-01-26T21:15",
    type: "belief",
    title: "An espresso after dinner does not affect my sleep",
    content: "I fall asleep within minutes even after a late espresso, so it cannot do any harm.",
    tags: ["coffee", "sleep"],
    importance: 0.3,
  },
  "all-nighter": {
    at: "2025-02-01T12:00",
    type: "experience",
    title: "The all-nighter before my statistics exam cost more than it gave",
    content:
      "I went through every chapter until five in the morning and could not recall formulas I had known the day before. Two weeks later almost nothing of that night was left.",
    tags: ["sleep", "study"],
    importance: 0.55,
  },
  "sleep-keeps-memories": {
    at: "2025-02-09T08:45",
    type: "fact",
    title: "Sleep after learning helps you remember it",
    content:
      "People who sleep after studying usually remember more than people who stay awake for the same number of hours; Jenkins and Dallenbach showed it in 1924. During sleep the brain replays and stabilises what was learned in the day.",
    tags: ["sleep", "memory", "learning"],
    importance: 0.9,
  },
  "caffeine-half-life": {
    at: "2025-03-03T09:00",
    type: "fact",
    title: "About half of the caffeine is still there five hours after a cup",
    content:
      "The half-life in healthy adults is around five hours and differs a lot from person to person. So of a cup at four, a quarter is still at work around two in the morning.",
    tags: ["coffee"],
    importance: 0.65,
  },
  "coffee-until-four": {
    at: "2025-03-16T13:20",
    type: "decision",
    title: "I drink no coffee after four",
    content: "Five hours of half-life before a bedtime at eleven should be enough, and I keep the cup after lunch.",
    tags: ["coffee", "sleep"],
    importance: 0.4,
  },
  "short-naps": {
    at: "2025-04-06T14:30",
    type: "fact",
    title: "A nap of ten to twenty minutes refreshes without grogginess",
    content:
      "Short naps mostly stay in light sleep. After half an hour or more one may wake out of deep sleep, slow and confused for a while: sleep inertia.",
    tags: ["sleep"],
    importance: 0.5,
  },
  "coffee-six-hours": {
    at: "2025-04-20T22:05",
    type: "fact",
    title: "A strong dose of caffeine six hours before bed still costs sleep",
    content:
      "Drake and colleagues (2013) gave people 400 mg of caffeine at bedtime, three hours or six hours before it. Even six hours before, measured sleep was shorter by about an hour, while the sleepers' own diaries showed much less of it.",
    tags: ["coffee", "sleep"],
    importance: 0.8,
  },
  "coffee-nap": {
    at: "2025-04-27T15:10",
    type: "experience",
    title: "Coffee right before a short nap gives me a clear afternoon",
    content:
      "The coffee needs about twenty minutes to arrive, just when the alarm rings. It worked on eight of ten tries; both failures were naps that became too long.",
    tags: ["coffee", "sleep"],
    importance: 0.4,
  },
  "evening-light": {
    at: "2025-05-11T20:50",
    type: "fact",
    title: "Bright light in the evening delays the body clock",
    content:
      "Light at night holds back melatonin and moves the inner clock later; light in the morning moves it earlier. Short wavelengths, the bluish ones, act most.",
    tags: ["sleep", "light"],
    importance: 0.6,
  },
  "coffee-until-noon": {
    at: "2025-05-25T11:40",
    type: "decision",
    title: "I drink my last coffee at noon",
    content:
      "With a limit at four I still slept badly after busy days. Since the last cup is at noon I wake up less at night; the afternoon belongs to tea and the short nap.",
    tags: ["coffee", "sleep"],
    importance: 0.7,
  },
  "afternoon-decides-night": {
    at: "2025-07-13T21:30",
    type: "synthesis",
    title: "My afternoon decides how I sleep",
    content:
      "Coffee after noon, a nap that becomes too long and bright light late in the evening each take something from the night, and none of them is felt when it happens. So the rules have to be set for the afternoon, when I would not think of sleep.",
    tags: ["sleep", "coffee", "light"],
    importance: 0.8,
  },
} satisfies NoteDrafts;
