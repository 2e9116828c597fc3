import { stemmer } from "stemmer";

/** Nouns whose forms share no stem; without those whose stem is another word's, as of lives and leaves. */
const IRREGULAR = `mouse mice, louse lice, goose geese, foot feet, tooth teeth, man men, woman women, child children,
  ox oxen, index indices, matrix matrices, vertex vertices, appendix appendices,
  criterion criteria, phenomenon phenomena, bacterium bacteria, curriculum curricula, spectrum spectra, stratum strata,
  fungus fungi, cactus cacti, nucleus nuclei, radius radii, stimulus stimuli, alumnus alumni, analysis analyses,
  crisis crises, diagnosis diagnoses, hypothesis hypotheses, thesis theses, knife knives,
  loaf loaves, shelf shelves, thief thieves, wife wives, wolf wolves,
  corpus corpora, larva larvae, vertebra vertebrae, formula formulae, antenna antennae`;

/** Forms of irregular verbs; without those that are commoner as another word: left, saw, found, rose, bit. */
const VERBS = `become became, begin began begun, blow blew blown, break broke broken, bring brought, build built,
  buy bought, catch caught, choose chose chosen, come came, deal dealt, dig dug, draw drew drawn, drink drank drunk,
  drive drove driven, eat ate eaten, fall fell fallen, feel felt, fight fought, fly flew flown, forget forgot forgotten,
  freeze froze frozen, get got gotten, give gave given, go went gone, grow grew grown, hang hung, hear heard,
  hide hid hidden, hold held, keep kept, know knew known, lay laid, lead led, lend lent, lose lost, make made, meet met,
  pay paid, ride rode ridden, ring rang rung, run ran, say said, seek sought, sell sold, send sent, shake shook shaken,
  show shown, sing sang sung, sink sank sunk, sit sat, sleep slept, speak spoke spoken, spend spent, stand stood,
  steal stole stolen, stick stuck, strike struck, swear swore sworn, sweep swept, swim swam swum, take took taken,
  teach taught, tear tore torn, tell told, think thought, throw threw thrown, understand understood,
  wake woke woken, wear wore worn, win won, write wrote written`;

/** Everyday words for one thing: short and long forms, British and American words, and near synonyms of plain speech. */
const SAME_THINGS = `mum mom mother mommy, dad father daddy, grandma grandmother granny, grandpa grandfather,
  kid child children, bike bicycle, phone telephone, photo photograph picture, fridge refrigerator, tv television,
  exam examination, lab laboratory, info information, advert advertisement, vet veterinarian, flu influenza,
  plane airplane aeroplane, auto automobile car, maths math mathematics, doctor physician, vacation holiday, film movie,
  torch flashlight, rubbish garbage trash, pavement sidewalk, lorry truck, petrol gasoline, pharmacy chemist,
  timetable schedule, roommate flatmate, cellar basement, sofa couch, begin start, buy purchase, sick ill,
  apartment flat, elevator lift, motorway highway freeway, biscuit cookie, sweets candy, nappy diaper, pram stroller,
  jumper sweater, trousers pants, trainers sneakers, football soccer, gym gymnasium, app application, uni university,
  shop store, job occupation, colleague coworker, boss manager, lawyer attorney, salary wage, illness disease,
  medicine medication, luggage baggage, trip journey, forest woods, yard garden, gift present, cab taxi, cash money,
  stomach belly, autumn fall, dawn sunrise, dusk sunset, error mistake, repair fix, reply answer,
  help assist, allow permit, big large, small little, quick fast, hard difficult, easy simple, rich wealthy,
  scared afraid, happy glad, whole entire, nearby close, maybe perhaps, often frequently, kitten cat, puppy dog`;

/** British and American spellings. */
const SPELLINGS = `grey gray, tyre tire, aluminium aluminum, programme program, defence defense, offence offense,
  licence license, practise practice, manoeuvre maneuver, jewellery jewelry, mould mold, plough plow, draught draft,
  sceptical skeptical, pyjamas pajamas, catalogue catalog, dialogue dialog, analogue analog, travelling traveling,
  traveller traveler, modelling modeling, cancelled canceled, labelled labeled, fulfil fulfill, enrol enroll,
  ageing aging, judgement judgment, anaemia anemia, leukaemia leukemia, haemoglobin hemoglobin, oestrogen estrogen,
  paediatric pediatric, foetus fetus, foetal fetal, oesophagus esophagus, diarrhoea diarrhea, tumour tumor, kerb curb,
  yoghurt yogurt, doughnut donut, centre center, theatre theater, metre meter, litre liter, fibre fiber,
  colour color, behaviour behavior, favour favor, favourite favorite, flavour flavor, harbour harbor, honour honor,
  humour humor, labour labor, neighbour neighbor, odour odor, rumour rumor, savour savor, vapour vapor,
  endeavour endeavor, armour armor, parlour parlor, rigour rigor, glamour glamor`;

const FORMS = formsByStem([IRREGULAR, VERBS, SPELLINGS].join(", "));
const WORDS_BY_STEM = formsByStem(SAME_THINGS);
/** organise and organize, analyse and analyze. */
const SOFT_ENDING = /(?<=[a-z]{3}[iy])([sz])(?=(?:e|es|ed|ing|er|ers|ation|ations)$)/;
const ASCII_LETTERS = /^[a-z]+$/;

/** Returns words that an English text can have for this one: mice for mouse, bought for buy, color for colour. */
export function irregularForms(word: string): readonly string[] {
  if (!ASCII_LETTERS.test(word)) return [];
  const softEnding = word.replace(SOFT_ENDING, (sign) => (sign === "s" ? "z" : "s"));
  const forms = FORMS.get(stemmer(word)) ?? [];
  return softEnding === word ? forms : [...forms, softEnding];
}

/** Returns everyday words for what an English word names: bicycle for bike, movie for film. */
export function wordsForTheSame(word: string): readonly string[] {
  return (ASCII_LETTERS.test(word) && WORDS_BY_STEM.get(stemmer(word))) || [];
}

function formsByStem(list: string): ReadonlyMap<string, readonly string[]> {
  const forms = new Map<string, string[]>();
  for (const group of list.split(",")) {
    const words = group.trim().split(/\s+/);
    for (const word of words) {
      const others = words.filter((other) => stemmer(other) !== stemmer(word));
      forms.set(stemmer(word), [...(forms.get(stemmer(word)) ?? []), ...others]);
    }
  }
  return forms;
}
