/** Finite forms of auxiliaries, folded as `analyze.ts` folds. */
const AUXILIARIES = `am is are was were has have had do does did will would can could shall should may might must cannot
  isnt arent wasnt werent hasnt havent hadnt dont doesnt didnt wont wouldnt cant couldnt shouldnt mustnt
  im ive youre youve theyre theyve weve youll theyll itll`;

/** Irregular verbs: base form, past, participle where it differs. */
const IRREGULAR_VERBS = `become became, begin began begun, blow blew blown, break broke broken, bring brought,
  build built, buy bought, catch caught, choose chose chosen, come came, cut cut, deal dealt, dig dug, draw drew drawn,
  drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen, feed fed, feel felt, fight fought, find found,
  fly flew flown, forget forgot forgotten, freeze froze frozen, get got gotten, give gave given, go went gone,
  grow grew grown, hang hung, hear heard, hide hid hidden, hit hit, hold held, keep kept, know knew known, lay laid,
  lead led, learn learnt, leave left, lend lent, let let, lie lay, lose lost, make made, mean meant, meet met,
  overcome overcame, pay paid, put put, quit quit, ride rode ridden, ring rang, rise rose risen, run ran, say said,
  see saw seen, seek sought, sell sold, send sent, set set, shake shook, shoot shot, sing sang sung, sit sat,
  sleep slept, slide slid, speak spoke spoken, spend spent, split split, spread spread, stand stood, steal stole stolen,
  stick stuck, strike struck, sweep swept, swim swam, take took taken, teach taught, tear tore torn, tell told,
  think thought, throw threw thrown, understand understood, wake woke, wear wore worn, win won, withdraw withdrew,
  write wrote written`
  .split(",")
  .map((forms) => forms.trim().split(/\s+/));

/** Common verbs as in a dictionary. */
const BASE_FORMS = `accept achieve act add admit affect agree aim allow analyse analyze announce answer appear apply
  appreciate argue arrive ask assign assume attend avoid base beat become begin believe belong block boost bring build
  buy call care carry catch cause change charge choose claim close collect combine come compare complete connect
  consider consist consume contain continue contribute control convert cost cover create cut deal decide decrease
  define deliver demand depend deploy describe deserve destroy determine develop die differ disagree discover discuss
  drink drive drop earn eat emerge employ enable encourage end enhance enjoy ensure enter establish exceed exist expect
  explain express extend face fail fall fear feel fight fill find finish fit fly follow force forget form function get
  give go govern grow handle happen hate have hear help hold hope hunt hurt ignore imagine imply improve include
  increase indicate induce inhibit influence inform inspire intend introduce involve join keep kill know lack last lead
  learn leave let lie like limit listen live look lose love maintain make manage matter mean measure meet mind miss move
  need notice observe occur offer open operate outperform own participate pass pay perform plan play possess prefer
  prepare prevent produce promise promote protect prove provide publish pull push put raise reach read receive recommend
  reduce refer reflect refuse regulate reject relate release rely remain remember remind remove replace reply report
  represent require rest result retain return reveal rise run save say see seek seem sell send serve set share show
  sing sit sleep slow smell solve sound speak spend stand start stay stick stop store strengthen study succeed suffer
  suggest support suppose survive switch take talk taste teach tell tend test think throw touch train travel treat
  trigger trust try turn understand use vary visit vote wait wake walk want watch wear win wish wonder work worry write
  yield`;

/** Words in -ed that are no past forms. */
const NO_PAST_FORMS = "bed red need speed feed seed breed deed weed shed indeed hundred sacred naked wicked uned reed";

/** Before a noun: what follows one of these is no verb. */
const BEFORE_NOUNS = `a an the this that these those my your his her its our their no any some every each all both such
  many few several more most less least very of in on at by for with about against between into through during before
  after above below to from up down out off over under without within via per as than like versus vs and or`;

/** Subjects and adverbs in front of a base form that is finite. */
const BEFORE_BASE_FORMS = `i we you they who which that people always often never usually sometimes still also rarely
  really just only mostly both not`;

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

export const ENGLISH_VERBS = {
  auxiliaries: wordsOf(AUXILIARIES),
  pastForms: new Set(IRREGULAR_VERBS.map(([, past]) => past!)),
  /** The base form by an irregular form. */
  baseOf: new Map(IRREGULAR_VERBS.flatMap(([base, ...forms]) => forms.map((form) => [form, base!] as const))),
  baseForms: new Set([...wordsOf(BASE_FORMS), ...IRREGULAR_VERBS.map(([base]) => base!)]),
  noPastForms: wordsOf(NO_PAST_FORMS),
  beforeNouns: wordsOf(BEFORE_NOUNS),
  beforeBaseForms: wordsOf(BEFORE_BASE_FORMS),
} as const;
