import type { QuestionLanguage } from "./question-language.ts";

export const SPANISH: QuestionLanguage = {
  mark: /¿|(?<!\p{L})(?:qué|quién(?:es)?|cuándo|dónde|cómo|cuál(?:es)?|cuánt[oa]s?|por qué)(?!\p{L})/u,
  types: [
    ["frequency", /cada cuánto|con qué frecuencia|cuántas veces/],
    ["duration", /cuánto (?:tiempo|dura|tarda|duró|tardó)|cuánt[oa]s (?:días|semanas|meses|años|horas|minutos)/],
    ["count", /cuánt[oa]s(?!\p{L})/u],
    ["amount", /cuánt[oa](?!\p{L})|qué (?:precio|altura|tamaño)/u],
    ["when", /cuándo|qué (?:año|mes|día|fecha|hora|semana)/],
    ["where", /(?:a|de)?dónde|qué (?:ciudad|país|lugar|calle)/],
    ["who", /quién(?:es)?/],
    ["why", /por qué/],
    ["open", /qué|cuál(?:es)?|cómo/],
    [
      "yes-no",
      /^¿?\s?(?:y )?(?:es|está|están|son|era|tengo|tiene|tenemos|tienen|hay|puedo|puede|podemos|debo|debe|he|ha|hemos|han|se|la|el|los|las|mi|mis|nuestr[oa]s?)(?!\p{L})/u,
    ],
  ],
  many: [/(?:qué|cuáles) (?:son|\p{L}+s)(?!\p{L})/u, /\b(?:todos|todas|lista)\b/],
  newest: /(?<!\p{L})(?:últim[oa]s?|actual(?:es|mente)?|más reciente)(?!\p{L})/u,
  oldest: /\b(?:primer[oa]?s?|original(?:mente)?)\b/,
  overview: /\b(?:resumen|resume|todo sobre|qué sé (?:de|sobre))(?!\p{L})/u,
  comparison: /\b(?:compara|diferencia|diferencian|comparación)(?!\p{L})/u,
  requestWords: /^(?:resumen|resume|todo|sobre|que|qué|se|sé|compara|diferencian?|entre|y|el|la|los|las)$/u,
  former: /(?<!\p{L})(?:antes|anteriormente|antaño|hace (?:un|dos|tres) años?)(?!\p{L})/u,
  past: /(?<!\p{L})(?:era|fue|fueron|estaba|había|ha|han|hemos|he)(?!\p{L})/u,
  negation: /(?<!\p{L})(?:no|nunca|jamás|ningún|ninguna?|nada|nadie|sin|tampoco|ni)(?!\p{L})/u,
  clauseEnd: /[,;:–—]|\b(?:pero|sino|salvo|excepto|aunque|porque)\b/,
  emptyWords:
    /^(?:y|pero|eso|esto|el|él|ella|ellos|ellas|le|les|lo|la|es|era|fue|ha|dijo|dice|cuesta|costo|costó|mas|más|otro|otra|verdad|todavia|todavía|aun|aún|que|qué|quien|quién|cuando|cuándo|donde|dónde|como|cómo|por|cuanto|cuánto|de|sigue|siendo|cierto)$/u,
  pronouns: /(?<!\p{L})(?:él|ella|ellos|ellas|le|les|lo|eso|esto)(?!\p{L})/u,
  beforeThing:
    /^(?:el|la|los|las|un|una|unos|unas|mi|mis|nuestr[oa]s?|su|sus|del|al|este|esta|estos|estas|ningun|ningún|ninguna)$/u,
  afterDirection: /$^/,
  generic:
    /^(?:nombre|nombres|tipo|tipos|numero|número|gente|personas?|cosa|cosas|vez|tiempo|dia|día|semana|mes|ano|año|precio|razon|razón|notas?)$/u,
  money: /(?:cuest\p{L}*|cost[óo]\p{L}*|pag\p{L}+|precio|gan\p{L}+)(?!\p{L})/u,
  advice: /(?<!\p{L})(?:debo|debe|debería|hay que|puedo|puede|tengo que|mejor)(?!\p{L})/u,
  yes: "Sí",
  no: "No",
  noLonger: "Ya no",
};
