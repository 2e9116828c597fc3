import { describe, expect, it } from "vitest";
import { words } from "./analyze.ts";
import { wordReader } from "./word-reader.ts";

describe("the reader of a question", () => {
  it.each([
    ["de", "Wann wurden die Bäume geschnitten?", "Der Baum", "Bäume"],
    ["fr", "Où sont les chevaux ?", "Un cheval", "chevaux"],
    ["es", "¿Dónde están las llaves?", "La llave", "llaves"],
    ["ru", "Где лежат книги?", "Вот книга", "книги"],
    ["ko", "열쇠는 어디에 있나요?", "열쇠를 잃었다", "열쇠는"],
  ])("gives forms of one word in %s the same stem", (language, question, text, word) => {
    const reader = wordReader(question);
    expect(reader.language).toBe(language);
    const stems = reader.stemsIn(text);
    expect([...reader.stemsIn(word)].filter((stem) => stems.has(stem))).toHaveLength(1);
  });

  it.each([
    ["Wann wurden die Bäume geschnitten?", "wann wurden die"],
    ["¿Dónde están las llaves?", "dónde están las"],
    ["苏州工厂春节停工多久？", "什么时候"],
    ["味噌の材料は何ですか？", "は何ですか"],
    ["Where are the keys?", "where are the"],
  ])("leaves out stop words: %s", (question, stopWords) => {
    expect([...wordReader(question).stemsIn(stopWords)]).toEqual([]);
    expect(wordReader(question).stemsIn(question).size).toBeGreaterThan(0);
  });

  it.each([
    ["When did we choose the paint?", "choose", "We chose it in May."],
    ["Who bought the bike?", "bought", "Ada buys bicycles."],
    ["Where is the mouse?", "mouse", "Two mice."],
  ])("finds a word of %j in another form", (question, word, text) => {
    const reader = wordReader(question);
    const [stem] = reader.stemsIn(word);
    expect(reader.stemsIn(text)).toContain(stem);
    expect(reader.stemsIn("Nothing of it.")).not.toContain(stem);
  });

  it("finds its words within a text without spaces, however that is divided", () => {
    const stems = wordReader("传感器什么时候到？").stemsIn("新传感器的订单");
    expect(stems).toContain("传感器");
    expect(wordReader("传感器什么时候到？").stemsIn("新外壳")).not.toContain("传感器");
  });

  it.each(["Where are the keys to the cabin?", "How far is it to Zürich?", "keys", "2026", ""])(
    "reads by English rules: %j",
    (question) => {
      const text = "The cabins of Zürich, and the doors' keys.";
      const reader = wordReader(question);
      expect(reader.words(text).map(({ counts: _, ...word }) => word)).toEqual(words(text));
      expect(reader.words("the keys").map(({ counts }) => counts)).toEqual([false, true]);
    },
  );
});
