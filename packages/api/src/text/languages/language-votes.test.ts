import { describe, expect, it } from "vitest";
import { words } from "../analyze.ts";
import { createLanguageVotes, languageHints, type Language } from "./language-votes.ts";

describe("the language of a text", () => {
  it.each<[Language | null, string]>([
    ["en", "Where did we put the spare keys?"],
    ["en", "The café in the Straße of Zürich was closed"],
    ["en", "What does the man in the car want?"],
    ["de", "Wer hat meine Schlüssel?"],
    ["de", "Rechnungen bezahlen"],
    ["de", "Die Miete steigt im März"],
    ["fr", "Où est la facture de l'eau ?"],
    ["fr", "Le plombier a changé un joint mais l'odeur reste."],
    ["es", "¿Dónde están las llaves?"],
    ["es", "El perro come dos veces por la noche"],
    ["it", "Chi ha le chiavi della casa?"],
    ["it", "Il cane ha paura dei temporali"],
    ["pt", "Onde estão as chaves do carro?"],
    ["nl", "Waar zijn de sleutels van het huis?"],
    ["ru", "У кого ключ от квартиры?"],
    ["ja", "鍵は誰が持っていますか"],
    ["ja", "データベース"],
    ["zh", "数据库的密码是什么"],
    ["ko", "열쇠는 어디에 있습니까"],
    [null, "PostgreSQL 2.14"],
    ["en", "die hard"],
    [null, ""],
    [null, "🦉 …"],
  ])("is %s for “%s”", (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  it("stays English with a few foreign words, and foreign with a few English ones", () => {
    expect(languageOf("The rule is called Ordnung muss sein, and it is the first that we were told by them")).toBe(
      "en",
    );
    expect(languageOf("Das Meeting mit dem Team ist um neun, weil der Release am Freitag ist: keep it simple")).toBe(
      "de",
    );
  });
});

function languageOf(text: string): Language | null {
  const votes = createLanguageVotes();
  for (const word of words(text)) votes.add(languageHints(text.slice(word.start, word.end), word.text));
  return votes.language();
}
