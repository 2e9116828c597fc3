import { describe, expect, it } from "vitest";
import { answerOf, passagesFor } from "./a-passage.ts";
import { NO_SUBJECT } from "./answerable.ts";
import { createExtractModel } from "./extract-model.ts";

/** Notes whose similarity to any question is high, as the English embedder has it for texts that it cannot read. */
const NOTES = {
  zh: { title: "图书馆周一闭馆", text: "借书证可以在网上续期。每张卡一年二十元。学生可以借六本书，因为他们考试多。" },
  ja: { title: "図書館は月曜日に休みです", text: "本は二週間借りられる。延滞料は一日十円。学生は六冊まで借りる。" },
};

describe("an answer in a language without spaces", () => {
  it.each<[keyof typeof NOTES, string, string]>([
    ["zh", "图书馆什么时候闭馆？", "“图书馆周一闭馆”"],
    ["zh", "每张卡一年多少钱？", "“每张卡一年二十元。”"],
    ["zh", "学生为什么可以借六本书？", "“学生可以借六本书，因为他们考试多。”"],
    ["ja", "図書館はいつ休みですか？", "“図書館は月曜日に休みです”"],
    ["ja", "本はどのくらい借りられますか？", "“本は二週間借りられる。”"],
    ["ja", "延滞料は一日いくらですか？", "“延滞料は一日十円。”"],
  ])("quotes the sentence that answers, in %s: %s", async (language, query, quotation) => {
    expect(await answer(query, [NOTES[language]])).toContain(quotation);
  });

  it.each(["为什么呢？", "什么时候？", "それはいつですか？", "どうしてですか？"])("asks back: %s", async (query) => {
    expect(await answer(query, [NOTES.zh, NOTES.ja])).toBe(NO_SUBJECT);
  });
});

describe("an answer in German, French or Spanish", () => {
  it.each([
    [
      "Wann bringt Otto die Räder?",
      "Otto brachte das Rad am 3. Mai. Er blieb zum Essen.",
      "“Otto brachte das Rad am 3. Mai.”",
    ],
    [
      "Pourquoi les chevaux restent-ils dehors ?",
      "Les chevaux mangent peu. Ils restent dehors car l'écurie est petite.",
      "car l'écurie",
    ],
    [
      "¿Cuánto tiempo duran las manzanas?",
      "La manzana es roja. La manzana dura cinco semanas en el sótano.",
      "cinco semanas",
    ],
  ])("quotes the kind of thing that is asked for: %s", async (query, text, quotation) => {
    expect(await answer(query, [{ title: "Notas", text }])).toContain(quotation);
  });
});

async function answer(query: string, notes: readonly { readonly title: string; readonly text: string }[]) {
  const passages = passagesFor(
    query,
    notes.map((note) => ({ ...note, similarity: 0.7 })),
  );
  return (await answerOf(createExtractModel(), { query, passages })).text;
}
