export const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|" +
  "aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const SEASON = "(?:summer|winter|spring|autumn|fall)";
const TIME_OF_DAY = "(?:morning|noon|afternoon|evening|night|midnight)";
const TIME_UNIT = "(?:second|minute|hour|day|night|week|weekend|month|year|decade|century|centurie)s?";
const YEAR = "(?:1[0-9]|20)\\d\\d";
const DAY_OF_MONTH = "\\d{1,2}(?:st|nd|rd|th)?";
const NUMBER_WORD =
  "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|" +
  "(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundreds?|thousands?|millions?|billions?|dozens?|" +
  "once|twice|thrice|both|half|couple|pair|single|none)";

const DAY_OR_HOUR = [
  `${MONTH}\\.?,? (?:${YEAR}|${DAY_OF_MONTH}(?:,? ${YEAR})?)`,
  `${DAY_OF_MONTH}(?: of)? ${MONTH}(?:,? ${YEAR})?`,
  `in ${MONTH}`,
  "\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4}",
  "\\d{1,2}(?::\\d\\d)? ?[ap]\\.?m",
  "\\d{1,2}:\\d\\d",
];

/** A point in time that does not depend on the day of reading. */
export const DATE = anyOf([...DAY_OR_HOUR, `${YEAR}s?`]);

/** Dates that cannot be counts: a bare number of four digits may or may not be a year. */
export const SURE_DATES = anyOf([...DAY_OR_HOUR, `(?:in|since|of|by|until|from|before|after|year) ${YEAR}`], "gi");

/** A date in a text, to the day, the month or the year. */
export const WHOLE_DATE = anyOf(
  [
    `${MONTH}\\.? ${DAY_OF_MONTH}(?:,? ${YEAR})?`,
    `(?:the )?${DAY_OF_MONTH}(?: of)? ${MONTH}(?:,? ${YEAR})?`,
    `${MONTH},? ${YEAR}`,
    `(?<=\\bin )${MONTH}`,
    "\\d{4}-\\d{2}-\\d{2}",
    "\\d{1,2}:\\d\\d(?: ?[ap]\\.?m)?",
    "\\d{1,2} ?[ap]\\.?m",
    `${YEAR}s?`,
  ],
  "gi",
);

/** A day that depends on when the text was written. */
export const RELATIVE_DAY = anyOf([
  "yesterday|today|tomorrow|tonight|recently",
  WEEKDAY,
  `(?:last|next|this|past|coming) (?:few )?(?:${WEEKDAY}|${MONTH}|${TIME_OF_DAY}|${SEASON}|${TIME_UNIT})`,
  `(?:an?|\\d+|few|several|couple of|${NUMBER_WORD}) ${TIME_UNIT} ago`,
]);

export const OTHER_TIME = anyOf([
  "since",
  `(?:every|each) (?:${WEEKDAY}|${TIME_UNIT})`,
  `${TIME_UNIT} (?:later|before|after|earlier)`,
  `(?:in|during|by|until|at) (?:the )?(?:early|late|mid|${TIME_OF_DAY}|${SEASON})`,
]);

export const NUMBER = new RegExp(`\\d|\\b${NUMBER_WORD}\\b`, "i");

export const NUMBER_ALONE = new RegExp(`^${NUMBER_WORD}$`, "i");

export const WHOLE_NUMBER = new RegExp(`[$€£¥]?\\b(?:\\d+(?:[.,:]\\d+)*|${NUMBER_WORD})\\b(?:%| percent)?`, "gi");

export const AMOUNT = new RegExp(`[$€£¥%]|\\d|\\b(?:${NUMBER_WORD}|percent|much|little|few|several|many)\\b`, "i");

const CURRENCY =
  "(?:francs?|euros?|dollars?|pounds?|cents?|pence|pesos?|yen|yuan|rupees?|crowns?|kronor|kroner|chf|eur|usd|gbp|jpy|bucks)";

/** A number beside a currency, which stands before or after it. */
const SUM = `[$€£¥] ?\\d[\\d.,'’]*|\\b(?:\\d[\\d.,'’]*(?:k|m)?|${NUMBER_WORD}) ?[$€£¥]|\\b(?:\\d[\\d.,'’]*(?:k|m)?|${NUMBER_WORD})[ -]${CURRENCY}\\b|\\b${CURRENCY}[ .:]{1,2}\\d[\\d.,'’]*`;
export const MONEY = new RegExp(SUM, "i");
export const WHOLE_MONEY = new RegExp(SUM, "gi");

/** A number without a unit: no noun follows that it would count, and it is no year. */
const PLAIN_NUMBER =
  "(?<![\\d.,:/-])(?!(?:19|20)\\d\\d\\b)\\d{1,9}(?:[.,'’]\\d{1,3}){0,3}(?![\\d:%°/-])" +
  "(?= ?(?:$|[.,;)–]|\\b(?:an?|each|apiece|per|in|and|plus|with|for|on|at|from|to|until|or|because|including|net|gross)\\b))";
const PRICE_WORD =
  "(?:costs?|prices?|rents?|fees?|bills?|fines?|rates?|charge[sd]?|pays?|paid|earn(?:s|ed)?|spent|sold|bought|salary|wages?|deposit|offer|quoted?)";
/** A sum that its writer gave without a currency: "the rent is 640", "cost 3,450 with the table", "86 each". */
export const WHOLE_PLAIN_SUM = new RegExp(
  `(?<=\\b${PRICE_WORD}\\b[^.;!?\\d]{0,30})${PLAIN_NUMBER}|${PLAIN_NUMBER}(?= (?:an? (?:month|year|week|day)|an hour|each|apiece|per |in total))`,
  "gi",
);

/** After a number of hours, these make a point in time of it: "ten minutes later". */
const NOT_BESIDE_EVENT = "(?! (?:before|after|ago|later|earlier)\\b)";

export const DURATION = anyOf([
  `(?:\\d+|an?|few|several|many|${NUMBER_WORD})[ -]?(?:\\w+ )?${TIME_UNIT}\\b${NOT_BESIDE_EVENT}`,
  "from \\d\\d?[:.]\\d\\d to \\d\\d?[:.]\\d\\d",
  "since|daily|weekly|monthly|yearly|hourly|annually|always|every|aged?",
]);

export const WHOLE_DURATION = anyOf(
  [
    `(?:(?:\\d+|${NUMBER_WORD}|an?) and a half|\\d+(?:[.,]\\d+)?|an?|few|several|many|${NUMBER_WORD})[ -]${TIME_UNIT}\\b${NOT_BESIDE_EVENT}`,
  ],
  "gi",
);

export const REASON = anyOf([
  "because|since|so that|in order to|due to|thanks to|owing to|as a result|reason|therefore|hence",
  "cause[ds]?|causing|motivat\\w+|inspir\\w+",
  "to (?:avoid|help|make|keep|get|be|ensure|improve|reduce|learn|support|find)",
]);

export const PERSON = anyOf([
  "mother|mom|mum|father|dad|parents?|brothers?|sisters?|sons?|daughters?|children|kids|family",
  "wife|husband|partner|grandm\\w+|grandf\\w+|aunt|uncle|cousins?|friends?|neighbou?rs?",
  "colleagues?|team|boss|manager|mentors?|teachers?|doctor",
]);

export const PLACE = anyOf([
  "home|house|apartment|office|studio|school|university|college|library|museum|church|hospital|gym",
  "restaurant|cafe|store|shop|airport|station|street|park|beach|lake|mountains?",
  "city|town|village|country|downtown|abroad|online",
]);

/** The words right before the name of a place. */
export const BEFORE_PLACE =
  /\b(?:in|at|to|from|near|via|across|around|towards?|outside|inside|through|visit(?:s|ed|ing)?)(?: the| our| my)? $/i;

export const NOT_A_NAME = new RegExp(`^(?:${MONTH}|${WEEKDAY}|i)$`, "i");

function anyOf(alternatives: readonly string[], flags = "i"): RegExp {
  return new RegExp(`\\b(?:${alternatives.join("|")})\\b`, flags);
}

/** A rule with its condition first: what would be, not what is. */
export const CONDITION = /^if\b[^.!?]{3,300},/i;
