import { ANYTHING, NEVER, type QuestionLanguage } from "./question-language.ts";

const MONTHS = "(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre)";
const WEEKDAYS = "(?:lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)";
const NUMBERS = "(?:una?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|medi[oa])";

export const SPANISH: QuestionLanguage = {
  code: "es",
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
  auxiliary: NEVER,
  future: /(?<!\p{L})(?:próxim[oa]|podemos|podrá|puede|va|van)(?!\p{L})/u,
  past: /(?<!\p{L})(?:era|fue|fueron|estaba|había|ha|han|hemos|he)(?!\p{L})/u,
  negation: /(?<!\p{L})(?:no|nunca|jamás|ningún|ninguna?|nada|nadie|sin|tampoco|ni)(?!\p{L})/u,
  affirmation: NEVER,
  ending: NEVER,
  firstPerson: { asked: NEVER, said: ANYTHING },
  clauseEnd: /[,;:–—]|\b(?:pero|sino|salvo|excepto|aunque|porque)\b/,
  emptyWords:
    /^(?:y|pero|eso|esto|el|él|ella|ellos|ellas|le|les|lo|la|es|era|fue|ha|dijo|dice|cuesta|costo|costó|mas|más|otro|otra|verdad|todavia|todavía|aun|aún|que|qué|quien|quién|cuando|cuándo|donde|dónde|como|cómo|por|cuanto|cuánto|de|sigue|siendo|cierto)$/u,
  pronouns: /(?<!\p{L})(?:él|ella|ellos|ellas|le|les|lo|eso|esto)(?!\p{L})/u,
  beforeSetting: /^(?:en|de|del|con|sobre)$/,
  beforeThing:
    /^(?:el|la|los|las|un|una|unos|unas|mi|mis|nuestr[oa]s?|su|sus|del|al|este|esta|estos|estas|ningun|ningún|ninguna)$/u,
  thing: NEVER,
  afterDirection: NEVER,
  generic:
    /^(?:nombre|nombres|tipo|tipos|numero|número|gente|personas?|cosa|cosas|vez|tiempo|dia|día|semana|mes|ano|año|precio|razon|razón|notas?)$/u,
  person: ANYTHING,
  name: /se llama|nombre d/,
  measures: [[/cuántos años tiene|qué edad/, /años|naci|edad|cumple/i]],
  money: /(?:cuest\p{L}*|cost[óo]\p{L}*|pag\p{L}+|precio|gan\p{L}+)(?!\p{L})/u,
  advice: /(?<!\p{L})(?:debo|debe|debería|hay que|puedo|puede|tengo que|mejor)(?!\p{L})/u,
  signs: {
    when: new RegExp(`\\d{1,2} de ${MONTHS}|(?<!\\p{L})(?:${MONTHS}|${WEEKDAYS})(?!\\p{L})|a las \\d`, "iu"),
    duration: new RegExp(
      `(?:\\d|${NUMBERS}) ?(?:segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?)(?!\\p{L})`,
      "iu",
    ),
    why: /(?<!\p{L})(?:porque|ya que|debido a|por eso|para que|si no)(?!\p{L})/iu,
    money: /\d[\d.,]* ?(?:euros?|francos?|céntimos?)(?!\p{L})/iu,
  },
  yes: "Sí",
  no: "No",
  noLonger: "Ya no",
};
