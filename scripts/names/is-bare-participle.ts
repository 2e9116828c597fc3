const IRREGULAR = new Set(
  [
    "begun bound broken brought built bought caught chosen cut dealt done drawn driven fallen fed felt found forgotten",
    "given gone gotten grown had heard held hidden hung kept known laid led left lent lost made meant met paid said seen",
    "sent shown sold sought spent spoken stood stuck taken taught thought thrown told torn understood woken won worn",
    "written",
  ].flatMap((line) => line.split(" ")),
);
/** Words that end in "ed" and are no participles. */
const OTHERS = new Set([
  "bed",
  "deed",
  "embed",
  "exceed",
  "feed",
  "indeed",
  "need",
  "proceed",
  "red",
  "seed",
  "speed",
  "weed",
]);

/**
 * Whether a name is a past participle and nothing else: `kept`, `Asked` or `KNOWN`, which leave open what the name
 * holds, unlike `keptNotes` or `isKept`.
 */
export function isBareParticiple(name: string): boolean {
  const word = name.toLowerCase();
  const isOneWord = /^(?:[A-Za-z][a-z]+|[A-Z]+)$/.test(name);
  return isOneWord && (IRREGULAR.has(word) || (/..ed$/.test(word) && !OTHERS.has(word)));
}
