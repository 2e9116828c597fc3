import { ANYTHING, NEVER, type QuestionLanguage } from "./question-language.ts";

const MONTHS = "(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)";
const WEEKDAYS = "(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)s?";
const SEASONS = "(?:printemps|été|automne|hiver)";
const NUMBERS = "(?:une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|demi-)";

export const FRENCH: QuestionLanguage = {
  code: "fr",
  mark: /(?<!\p{L})(?:est-ce|qu['’]est-ce|quels?|quelles?|quand|où|pourquoi|comment|combien|qui|avons-nous|ai-je|puis-je|faut-il|a-t-\p{L}+|est-(?:il|elle|ce))(?!\p{L})/u,
  types: [
    [
      "yes-no",
      /^(?:et )?(?:est-ce (?:que|qu['’])|(?:est|sont|ai|as|a|avons|ont|peut|puis|peux|faut|doit|dois)-(?:t-)?(?:ce|il|elle|on|je|nous|vous|ils|elles)(?!\p{L})|\p{L}+ \p{L}+ (?:est|sont|a|ont|peut|doit)-(?:t-)?(?:il|elle|ils|elles)(?!\p{L}))/u,
    ],
    ["frequency", /\bcombien de fois\b/],
    ["duration", /\bcombien de (?:temps|jours|semaines|mois|minutes|heures)\b|\bquel âge\b/],
    ["amount", /\bcombien (?:coûte|coûtent|a coûté|ont coûté|gagne|paie)|\bquel (?:est |était )?(?:le )?prix\b/],
    ["count", /\bcombien (?:de|d['’])/],
    ["amount", /\bcombien\b/],
    ["when", /\bquand\b|\b(?:quelle|quel) (?:année|mois|jour|date|heure|semaine)/],
    ["where", /(?<!\p{L})où(?!\p{L})|\b(?:quelle|quel) (?:ville|pays|lieu|rue)/u],
    ["who", /\b(?:qui|à qui|chez qui)\b/],
    ["why", /\bpourquoi\b/],
    ["open", /\b(?:que|quels?|quelles?|comment|quoi)\b|\bqu['’]/],
  ],
  many: [/\b(?:quels|quelles)\b/, /\b(?:tous|toutes|liste)\b/],
  newest: /\b(?:dernière?s?|récente?s?|actuel(?:le)?s?|actuellement)\b/,
  oldest: /\b(?:premi(?:er|ère)s?|ancien(?:ne)?s?)\b/,
  overview: /\b(?:aperçu|résume|résumé|tout sur)(?!\p{L})/u,
  comparison: /\b(?:compare[rz]?|différence|diffèrent)\b/,
  requestWords:
    /^(?:apercu|aperçu|resume|résume|résumé|tout|sur|compare[rz]?|difference|différence|entre|et|les?|la)$/u,
  former: /\b(?:avant|autrefois|auparavant|jadis|à l['’]époque|il y a (?:un|deux|trois) ans?)\b/,
  auxiliary: NEVER,
  future: /(?<!\p{L})(?:prochaine?|pouvons|pourra|peut|va|vont)(?!\p{L})/u,
  past: /\b(?:était|étaient|avait|avons|a|ont|ai|fut)\b/,
  negation: /\b(?:ne|pas|jamais|aucune?|rien|personne|sans|ni|plutôt que)\b|\bn['’]/,
  affirmation: NEVER,
  ending: NEVER,
  firstPerson: { asked: NEVER, said: ANYTHING },
  clauseEnd: /[,;:–—]|\b(?:mais|sauf|bien que|parce que|car)\b/,
  emptyWords:
    /^(?:et|mais|ca|ça|cela|ce|c|il|elle|ils|elles|lui|leur|en|y|est|etait|était|a|ont|dit|coute|coûte|coûté|cout|encore|plus|autre|autres|vrai|sur|moi|dis|sur|est-ce|que|qu|qui|quand|ou|où|pourquoi|combien|comment|toujours|de|l)$/u,
  pronouns: /\b(?:il|elle|ils|elles|lui|leur|cela|ça|ce)\b/,
  beforeSetting: /^(?:dans|en|du|de|des|avec|sur|chez)$/,
  beforeThing: /^(?:les?|la|un|une|des|du|mon|ma|mes|notre|nos|son|sa|ses|leurs?|au|aux|cette?|ces|pas)$/,
  thing: NEVER,
  afterDirection: NEVER,
  generic:
    /^(?:nom|noms|type|types|sorte|nombre|gens|personnes?|chose|choses|temps|fois|jour|semaine|mois|annee|année|prix|raison|notes?)$/,
  person: ANYTHING,
  name: /s['’]appelle|(?<!\p{L})nom d/u,
  measures: [[/quel âge/, /\bans\b|né|âge|anniversaire|(?:de|en) 1[5-9]\d\d/i]],
  money: /\b(?:coût\p{L}*|pay\p{L}*|paie|prix|gagn\p{L}*|cher)(?!\p{L})/u,
  advice: /\b(?:faut|doit|dois|devrait|devons|peut|peux|vaut mieux)\b/,
  signs: {
    when: new RegExp(
      `\\d{1,2}(?:er)? ${MONTHS}|(?<!\\p{L})(?:${MONTHS}|${WEEKDAYS}|chaque ${SEASONS})(?!\\p{L})|\\d ?h(?!\\p{L})`,
      "iu",
    ),
    duration: new RegExp(
      `(?:\\d|${NUMBERS}) ?(?:secondes?|minutes?|heures?|jours?|semaines?|mois|ans?|années?)(?!\\p{L})`,
      "iu",
    ),
    why: /(?<!\p{L})(?:parce qu|car(?!\p{L})|puisqu|à cause|sinon|afin|pour que)/iu,
    money: /\d[\d  .,]* ?(?:euros?|francs?|centimes?)(?!\p{L})/iu,
  },
  yes: "Oui",
  no: "Non",
  noLonger: "Plus maintenant",
};
