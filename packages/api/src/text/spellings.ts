import { stemmer } from "stemmer";

/** Forms of one English word that share no stem; without those whose stem is another word's, as of lives and leaves. */
const IRREGULAR = `mouse mice, louse lice, goose geese, foot feet, tooth teeth, man men, woman women, child children,
  ox oxen, index indices, matrix matrices, vertex vertices, appendix appendices,
  criterion criteria, phenomenon phenomena, bacterium bacteria, curriculum curricula, spectrum spectra, stratum strata,
  fungus fungi, cactus cacti, nucleus nuclei, radius radii, stimulus stimuli, alumnus alumni, analysis analyses,
  crisis crises, diagnosis diagnoses, hypothesis hypotheses, thesis theses, knife knives,
  loaf loaves, shelf shelves, thief thieves, wife wives, wolf wolves,
  corpus corpora, larva larvae, vertebra vertebrae, formula formulae, antenna antennae`;

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

const FORMS = formsByStem(`${IRREGULAR}, ${SPELLINGS}`);
/** organise and organize, analyse and analyze. */
const SOFT_ENDING = /(?<=[a-z]{3}[iy])([sz])(?=(?:e|es|ed|ing|er|ers|ation|ations)$)/;
const ASCII_LETTERS = /^[a-z]+$/;

/** Returns words that an English text can have for this one: mice for mouse, color for colour, organize for organise. */
export function irregularForms(word: string): readonly string[] {
  if (!ASCII_LETTERS.test(word)) return [];
  const softEnding = word.replace(SOFT_ENDING, (sign) => (sign === "s" ? "z" : "s"));
  const forms = FORMS.get(stemmer(word)) ?? [];
  return softEnding === word ? forms : [...forms, softEnding];
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
