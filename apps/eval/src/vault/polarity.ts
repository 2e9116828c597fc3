/** No language of the vault begins a word of these with a letter that `\b` does not know, except Spanish `sí`. */
const YES = /^(?:(?:yes|ja|oui|si)\b|sí(?!\p{L})|是(?!否)|对|可以|会|有|はい|ええ)/iu;
const NO = /^(?:(?:no|not|nein|nicht|non|ya no)\b|plus (?:maintenant|depuis)\b|不|没|否|いいえ|いえ|もう)/iu;

/** Whether a text begins with yes or with no; a quotation that begins so is not an answer. */
export function polarityOf(text: string): "yes" | "no" | null {
  if (YES.test(text)) return "yes";
  return NO.test(text) ? "no" : null;
}
