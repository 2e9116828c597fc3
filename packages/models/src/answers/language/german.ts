import { ANYTHING, NEVER, type QuestionLanguage } from "./question-language.ts";

// `\b` does not know umlauts: a word that begins or ends with one stands between look-arounds.
const VERB =
  "(?:ist|sind|war|waren|bin|hat|haben|habe|hatte|hatten|wird|werden|wurde|wurden|kann|können|darf|dürfen|muss|müssen|soll|sollen|sollte|will|wollen|gibt|geht|macht|machen)";

const MONTHS = "(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)";
const WEEKDAYS = "(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)";
const NUMBERS = "(?:eine?[nmr]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|halbe[nrs]?)";

export const GERMAN: QuestionLanguage = {
  code: "de",
  mark: /(?<!\p{L})(?:wer|wem|wen|wessen|wann|wo|wohin|woher|warum|wieso|weshalb|wie|wieviel|wieviele|welche[rsmn]?|worin|womit|wofür|nicht|ist|sind|war|waren|hat|haben|habe|hatte|kann|können|muss|müssen|darf|dürfen|soll|sollen|sollte|wird|werden|gibt)(?!\p{L})(?!.*\b(?:the|what|how|is)\b)/u,
  types: [
    [
      "yes-no",
      new RegExp(
        `^(?:und |aber )?(?:${VERB}(?!\\p{L})|\\p{L}+(?:e|en|t) (?:ich|wir|er|sie|es|man|ihr)(?!\\p{L}))`,
        "u",
      ),
    ],
    ["frequency", /\bwie oft\b/],
    ["duration", /\bwie (?:lange|alt)\b|\bseit wie\b/],
    ["count", /\bwie ?viele\b/],
    [
      "amount",
      /\bwie ?viel\b|\bwie (?:gro(?:ß|ss)|hoch|weit|schnell|schwer|laut|teuer|tief|breit|lang)\b|\bwas kostet(?:e|en)?\b/,
    ],
    ["when", /\bwann\b|\bwelche[rsmn]? (?:jahr|monat|tag|datum|woche)\b/],
    ["where", /\b(?:wo|wohin|woher)\b|\bwelche[rsmn]? (?:stadt|land|ort)\b/],
    ["who", /\b(?:wer|wen|wem|wessen)\b/],
    ["why", /\b(?:warum|wieso|weshalb)\b/],
    ["open", /\b(?:was|welche[rsmn]?|wie)\b/],
  ],
  many: [/\bwelche (?!\p{L}+(?:ung|heit|keit)\b)\p{L}+(?:n|e|s)\b/u, /\b(?:alle|liste|nenne)\b/],
  newest: /\b(?:neueste[nrs]?|letzte[nrs]?|aktuelle?[nrs]?|derzeit|momentan)\b/,
  oldest: /\b(?:erste[nrs]?|älteste[nrs]?|ursprünglich\p{L}*)\b/u,
  overview: /(?<!\p{L})(?:überblick|zusammenfassung|fasse\b.*\bzusammen|alles über|was wei(?:ß|ss) ich über)(?!\p{L})/u,
  comparison: /\b(?:vergleiche?|unterscheide[nt]\p{L}*|unterschiede?)\b/u,
  requestWords:
    /^(?:uberblick|überblick|zusammenfassung|fasse|zusammen|alles|uber|über|weiss|weiß|ich|was|vergleiche?|unterscheide[nt]|unterschiede?|zwischen|und|die|der|das)$/,
  former: /(?<!\p{L})(?:früher|vorher|zuvor|damals|ehemals|bevor|vor (?:einem|zwei|drei) jahr(?:en)?)(?!\p{L})/u,
  auxiliary: NEVER,
  future: /(?<!\p{L})(?:wird|werden|können|kann|nächste[nrs]?)(?!\p{L})/u,
  past: /\b(?:war|waren|wurde|wurden|hatte|hatten|hat|haben|habe)\b/,
  negation: /\b(?:nicht|nie|niemals|kein[ers]?|keine[nmrs]|niemand|nichts|ohne|nirgends|weder|statt(?=\s+\p{L}))\b/u,
  affirmation: /(?<!\p{L})(?:erlaubt|in ordnung|möglich|verträgt|kein problem)(?!\p{L})/u,
  ending: /(?<!\p{L})(?:pensioniert|gekündigt|verkauft|beendet|aufgegeben)(?!\p{L})/u,
  firstPerson: { asked: NEVER, said: ANYTHING },
  clauseEnd: /[,;:–—]|\b(?:aber|sondern|außer|obwohl|weil|denn|da)\b/,
  emptyWords:
    /^(?:und|aber|das|dies|diese|er|sie|es|ihm|ihn|ihr|ihnen|ist|war|sind|hat|habe|haben|kostet|kostete|noch|mehr|sonst|andere[nrs]?|sagte|sagt|gesagt|dazu|darüber|daruber|davon|davor|danach|so|immer|stimmt|wahr|sicher|mir|ich|du|mit|in|von|was|wer|wann|wo|wie|viel|warum|wieso)$/u,
  pronouns: /\b(?:er|sie|es|ihm|ihn|ihnen|das|dies|davon|dazu)\b/,
  beforeSetting: /^(?:im|in|am|an|auf|bei|beim|von|vom|mit|aus)$/,
  beforeThing:
    /^(?:de[rmns]|die|das|eine?[nmrs]?|meine?[nmrs]?|unsere?[nmrs]?|ihre?[nmrs]?|seine?[nmrs]?|im|am|zum|zur|vom|beim|keine?[nmrs]?)$/,
  hasCapitalNouns: true,
  thing: NEVER,
  afterDirection: NEVER,
  generic:
    /^(?:name|namen|art|arten|zahl|leute|person|personen|ding|dinge|zeit|mal|tag|woche|monat|jahr|preis|grund|notizen)$/,
  person: ANYTHING,
  name: NEVER,
  measures: [[/wie alt/, /geboren|\balt\b|jahre|geburtstag|(?:von|aus|baujahr) 1[5-9]\d\d/i]],
  money: /\b(?:kostet|kostete|kosten|gekostet|bezahl\p{L}*|zahl\p{L}*|preis|verdien\p{L}*|teuer)\b/u,
  advice: /(?<!\p{L})(?:soll|sollen|sollte|sollten|muss|müssen|darf|dürfen|besser)(?!\p{L})/u,
  signs: {
    when: new RegExp(`\\d{1,2}\\. ?(?:${MONTHS}|\\d)|(?<!\\p{L})(?:${MONTHS}|${WEEKDAYS}s?)(?!\\p{L})|\\d uhr`, "iu"),
    duration: new RegExp(`(?:\\d|${NUMBERS}) ?(?:sekunde|minute|stunde|tage?|woche|monate?|jahre?)n?(?!\\p{L})`, "iu"),
    why: /(?<!\p{L})(?:weil|denn|deshalb|darum|daher|damit|wegen|sonst)(?!\p{L})/iu,
    money: /\d[\d.,'’]* ?(?:franken|rappen|euro|cent|fr\.)/i,
  },
  yes: "Ja",
  no: "Nein",
  noLonger: "Nicht mehr",
};
