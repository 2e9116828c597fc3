import { NEVER, type QuestionLanguage } from "./question-language.ts";

const AUXILIARY =
  "(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must)(?:n['’]t)?";
const PLURAL = new RegExp(
  `\\b(?:what|which)(?: (?!${AUXILIARY}\\b)[^\\s?]{1,40}){0,3} (?!${AUXILIARY}\\b)[^\\s?]{2,40}(?<![sui]|'|’)s(?: ${AUXILIARY}\\b| to\\b|\\?|$)`,
);
/** "What are", "what has she painted", "what helps", "list …". */
const SEVERAL = new RegExp(
  "\\b(?:what|which|who|where) (?:are|were|have|has|all)\\b|^(?:list|name|summari[sz]e)\\b|\\b(?:all|each|several) |" +
    `\\bwhat (?!${AUXILIARY}\\b)[^\\s?]{2,40}(?<![sui]|'|’)s `,
);

export const ENGLISH: QuestionLanguage = {
  code: "en",
  mark: null,
  types: [
    ["yes-no", new RegExp(`^(?:and |but |so )?${AUXILIARY}\\b`)],
    ["frequency", /\bhow often\b/],
    ["duration", /\bhow (?:long|old)\b/],
    ["count", /\bhow many\b|\b(?:what|which)(?: is| was)?(?: the)? number of\b/],
    [
      "amount",
      /\bhow (?:much|big|tall|far|fast|heavy|loud|expensive|high|deep|wide|large)\b|\bwhat(?: is| was|['’]s)?(?: the)? (?:price|cost|amount|percentage|size)\b|^(?:price|cost)s? of\b|\bwhat (?:do|does|did|will|would)\b(?=.*\b(?:cost|earn|weigh)\b)/,
    ],
    [
      "when",
      /\bwhen\b|\b(?:what|which)(?: is| was) the date\b|\b(?:what|which) (?:year|month|day|date|time|week|weekday|decade|century|season)\b/,
    ],
    [
      "where",
      /\bwhere\b|\b(?:what|which) (?:city|country|town|state|place|region|continent|location|street|address|village|island)\b/,
    ],
    ["who", /\bwho(?:m|se|['’]s)?\b|\b(?:what|which) (?:person|people|man|woman|author|artist|friend|friends)\b/],
    [
      "why",
      /\bwhy\b|\bhow come\b|\bwhat (?:caused?|causes|made|led to)\b|\b(?:what|which)(?: is| was)?(?: the)? reasons?\b/,
    ],
    ["open", /\b(?:what|which|how)\b/],
  ],
  many: [SEVERAL, PLURAL],
  newest: /\b(?:latest|newest|most recent|most recently|last time|current|currently)\b/,
  oldest: /\b(?:first|earliest|oldest|original|originally)\b/,
  overview:
    /\b(?:overview|summari[sz]e|summary of|everything (?:important )?(?:about|on)|tell me (?:all |everything |more )?(?:important )?about|what (?:do i|do we|is there to) know (?:about|of)|what do my notes (?:say|tell)(?: me)? (?:about|on))\b/,
  comparison:
    /\bcompare\b|\bcontrast\b|\bdiffer(?:s|ed|ence|ences|ent)?\b|\b(?:versus|vs\.?)\b|\bwhich\b.*\b(?:better|worse|cheaper|faster|more|less)\b.*\bor\b/,
  requestWords:
    /^(?:overview|summar\w*|everything|all|important|tell|know|notes?|say|says|give|compare|contrast|differ\w*|versus|vs|between|better|worse|think|change[ds]?|write|wrote|disagree\w*|contradict\w*)$/,
  former:
    /\bused to\b|\bdid\b.{1,80}\buse to\b|\b(?:previous|previously|former|formerly|back then|in the past|back in|earlier|in those days|years? ago|months? ago|last year)\b|\bbefore\b/,
  auxiliary:
    /^(?:can|may|might|must|will|shall|now|nowadays|currently|anymore|longer|still|again|exactly|actually|please|already|yet|ever)$/,
  future: /\b(?:will|can|shall|may|next)\b/,
  past: /\b(?:did|was|were|had|has|have)\b/,
  negation:
    /\b(?:not|never|no|none|nobody|nothing|nowhere|neither|nor|without|cannot|hardly|negative|instead of|rather than|stopped|no longer|refuses?|forbidden|(?:decided?|am|is|are|was|were|voted?|advised?) against)\b|n['’]t\b/,
  affirmation: /\b(?:fine|ok|okay|allowed|safe|sound|possible|works?|no problem|in order)\b/,
  ending:
    /\b(?:retired|resigned|quit|left|ended|sold|cancelled|closed|moved (?:away|out)|gave up|given up|ran out|used to)\b/,
  firstPerson: { asked: /^\S+ (?:i|we)\b/, said: /\b(?:i|we|me|us|my|our|mine|ours)\b/ },
  clauseEnd:
    /[,;:–—]|\b(?:but|and (?=not\b|no\b|never\b)|except|although|though|while|whatever|so|because|since|however)\b/,
  emptyWords:
    /^(?:that|this|it|he|she|they|them|him|her|those|these|other|others|else|take|takes|took|more|again|still|true|sure|tell|say|says|said|think|mean|means|happen|happened|happens|do|did|done|know|cost|costs|long|much|many|right|wrong|okay|really|please|about|before|after|then|there|so|go|explain|exactly|certain|same|thing|things|ok|fine|since|until|till|ago|often)$/,
  pronouns: /\b(?:(?:other|same) ones?|he|she|it|they|him|them|that|those|his|hers|theirs)\b/,
  beforeSetting: /^(?:in|on|at|of|from|with|during|by)$/,
  beforeThing:
    /^(?:the|an?|my|our|your|his|her|its|their|this|that|these|those|no|any|some|is|are|was|were|in|on|at|of|for|from|with|without|by|who|whom|about|against|into|through|during|under|over|between|than|or)$/,
  // After "have to" and "want to" comes a verb, after "allergic to" a thing.
  thing: NEVER,
  afterDirection:
    /(?<!\b(?:have|has|had|is|are|was|were|do|does|did|going|need|needs|want|wants|like|likes|plan|plans|try|start|decided?|agreed?|hope|learn|able|time|way|how|what|where|when|used?|supposed|ought)) to $/,
  generic:
    /^(?:names?|kinds?|sorts?|types?|numbers?|people|persons?|things?|times?|ways?|days?|weeks?|months?|years?|living|rest|end|fact|wrong|got|case|part|parts|side|lot|point|amount|cost|costs|price|moment|past|future|place|reason|reasons|notes?|new|good|bad|better|best|first|last|next|latest|hour|hours|minutes?|much|most|least|use|able|going|get|go|made|make|makes|done|put|look|looks|give|gives|gave|takes?|took|have|has|was|were|does|do|did|else)$/,
  person:
    /\b(?:i|me|we|us|you|he|she|they|him|her|them|my\w*|nobody|no one|everybody|everyone|somebody|someone|vet|nurse|chef|cook|guide|coach|judge|pilot|clerk|guest|host|tenant|client|firm|company|committee|board|club|group|class|police|\w{2,}(?:ers?|ors?|ists?|ians?|ants?|smiths?|[a-z]men|[a-z]man|women|woman|people|persons?|ees?))\b/,
  name: /\bwhat\b.*\bcalled\b|\bnames? of\b|\bwhat(?: is| was|['’]s)\b.*\bname\b/,
  measures: [
    [
      /\bhow (?:tall|deep|wide|thick|broad)\b/,
      /\d ?(?:[mck]?m|ft|in)\b|\b(?:met(?:er|re)|centimet(?:er|re)|millimet(?:er|re)|kilomet(?:er|re)|foot|feet|inche?|mile|store?y|floor)s?\b/i,
    ],
    [/\bhow heavy\b/, /\d ?(?:k?g|lb)s?\b|\b(?:kilos?|kilograms?|grams?|tons?|tonnes?|pounds?|ounces?)\b/i],
    [/\bhow (?:hot|warm|cold)\b/, /°|\bdegrees?\b/i],
    [/\bhow old\b/, /\b(?:born|aged?|years? old|birthday|built|turn(?:s|ed)?|\d+ years?|(?:of|from) 1[5-9]\d\d)\b/i],
    [/\b(?:earns?|salary|wages?)\b/, /\b(?:earn|salar|wage|paid|pays?\b)/i],
    [
      /\b(?:what|which) colou?rs?\b/,
      /\b(?:colou?r\w*|black|white|gr[ea]y|red|green|blue|navy|yellow|orange|purple|violet|pink|brown|beige|tan|cream|silver|gold|maroon|turquoise|oxide|ginger|dark|light)\b/i,
    ],
    [/\b(?:phone|telephone|mobile) number\b|\bpassword\b/, /\d{3}|\b(?:phone|mobile|telephone|password)\b/i],
    [/\bhow loud\b/, /\bdecibels?\b|\bdb\b/i],
  ],
  descriptions: {
    clause:
      /(?<=[\p{L}\p{N}] )(?:who|whom|whose|which|that|where)(?= )|(?<=\bthe \p{L}{1,40} )(?:i|we|he|she|they)(?= )/giu,
    sameAs: /\bthe same \p{L}{1,40} as (?=\p{L})/giu,
    of: /\b(?:the|an?|my|our) \p{L}{1,40} of (?=\p{L})/giu,
    owner: /(?:(?<=\p{L})['’]s|(?<=\p{L}s)['’]) (?=\p{L})/giu,
    role: /\b(?:my|our) (?=\p{L})/giu,
    asking: /\b(?:wh\w+|how|that|it|there|here)['’]s $/iu,
    determiner: /^(?:the|an?|my|our)$/,
  },
  money: /\b(?:cost|costs|pay|paid|price|spend|spent|earn|earns|expensive|salary|worth|charge|bill)\b/,
  advice: /\b(?:should|shall|must|ought|may|might|allowed|advis\w+|recommend\w*|better|best|always|need)\b/,
  signs: {},
  yes: "Yes",
  no: "No",
  noLonger: "No longer",
};
