import { expect, it } from "vitest";
import { readsEnglish } from "./reads-english.ts";

it.each([
  ["prose", "Owls hunt at night because their prey is awake then, and the dark hides them."],
  ["a note in short lines", "Call the bank\nAnna will fix the roof in March\nask Ben about the car"],
  ["a foreign name or two", "We met at the Bäckerei in Zürich and talked about the Großmutter of Zoë."],
])("takes %s for English", (_, text) => {
  expect(readsEnglish(text)).toBe(true);
});

it.each([
  ["German", "Eulen jagen in der Nacht, weil ihre Beute dann wach ist und das Dunkel sie verbirgt."],
  [
    "German with words that English has, too",
    "Die Hand, in der der Ring war, so rot am Arm, will man in Rom an die Wand hängen.",
  ],
  ["French", "Les hiboux chassent la nuit parce que leurs proies sont alors éveillées et que l’ombre les cache."],
  ["Spanish", "Los búhos cazan de noche porque entonces sus presas están despiertas y la oscuridad los oculta."],
  ["Russian", "Совы охотятся ночью, потому что их добыча тогда бодрствует, а темнота их скрывает."],
  ["Japanese", "フクロウは夜に狩りをする。獲物がその時間に起きていて、暗闇が姿を隠してくれるからだ。"],
  ["Chinese", "猫头鹰在夜间捕猎,因为那时猎物醒着,黑暗把它们藏起来。"],
  ["Arabic", "يصطاد البوم ليلا لأن فريسته تكون مستيقظة حينها ولأن الظلام يخفيه عن الأنظار."],
])("takes %s for another language", (_, text) => {
  expect(readsEnglish(text)).toBe(false);
});

it.each(["", "Owls", "1 2 3 4 5 6 7 8 9 10", "Eulen jagen nachts im Wald nahe Bern"])("cannot tell of %j", (text) => {
  expect(readsEnglish(text)).toBeNull();
});
