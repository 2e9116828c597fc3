/**
 * Measures how good suggested links are: hides the links that people made between notes and checks which of them
 * Knote would suggest. Prints a row for each rule that suggestions could follow.
 *   npm run calibrate-links -- --data <folder with corpus.jsonl and links.tsv>
 * The figures in packages/api/src/suggestions/link-threshold.ts come from here; run it again for another embedder.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  createLinkThresholds,
  createSystemClock,
  noteWindows,
  noteWrite,
  windowText,
} from "../packages/api/src/index.ts";
import type { ServiceContext, StoredNote } from "../packages/api/src/index.ts";
import { type LinkCandidate, linkCandidates } from "../packages/api/src/suggestions/link-candidates.ts";
import { isWorthSuggesting } from "../packages/api/src/suggestions/suggest-links.ts";
import { pairQuantile } from "../packages/api/src/suggestions/link-threshold.ts";
import { createBuiltInEmbedder } from "../packages/models/src/index.ts";
import { createSqliteStorage } from "../packages/storage-sqlite/src/index.ts";

const USER = "calibration";
const MOST_SUGGESTIONS = 5;
const QUANTILES = [0.99, 0.995, 0.998, 0.999, 0.9995];

const { values } = parseArgs({ options: { data: { type: "string" } } });
if (!values.data) {
  process.stderr.write("Usage: npm run calibrate-links -- --data <folder with corpus.jsonl and links.tsv>\n");
  process.exit(1);
}
const notes = readNotes(join(values.data, "corpus.jsonl"));
const targetsById = readLinks(join(values.data, "links.tsv"), notes);

const folder = mkdtempSync(join(tmpdir(), "knote-calibrate-"));
const clock = createSystemClock();
const storage = await createSqliteStorage({
  dataDir: folder,
  clock,
  warn: (message) => process.stderr.write(`${message}\n`),
});
const embedder = createBuiltInEmbedder({});
try {
  const heads = await store(notes);
  const ctx = { storage, embedder, clock, actor: { userId: USER } } as unknown as ServiceContext;
  const own = await createLinkThresholds().of(ctx, USER);
  const results: { targets: ReadonlySet<string>; candidates: LinkCandidate[] }[] = [];
  for (const [id, targets] of targetsById) {
    const candidates = await linkCandidates(ctx, notes.get(id)!, heads.get(id)!, own);
    results.push({ targets, candidates });
  }
  const sample = await storage.vectors.sampleHeads(USER, embedder.model, 150);
  const row = (rule: string, isAllowed: (candidate: LinkCandidate) => boolean) => {
    const suggestions = results.map(({ targets, candidates }) => ({
      targets,
      ids: candidates
        .filter(isAllowed)
        .slice(0, MOST_SUGGESTIONS)
        .map(({ note }) => note.id),
    }));
    const suggestionCount = suggestions.reduce((sum, { ids }) => sum + ids.length, 0);
    const right = suggestions.reduce((sum, { ids, targets }) => sum + ids.filter((id) => targets.has(id)).length, 0);
    const all = suggestions.reduce((sum, { targets }) => sum + targets.size, 0);
    const some = suggestions.filter(({ ids }) => ids.length > 0).length;
    const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole).toFixed(3);
    process.stdout.write(
      `| ${rule} | ${share(right, suggestionCount)} | ${share(right, all)} | ${(suggestionCount / suggestions.length).toFixed(2)} | ${share(some, suggestions.length)} |\n`,
    );
  };
  process.stdout.write(
    `${notes.size} notes, ${targetsById.size} of them linked; ${embedder.model}; at most ${MOST_SUGGESTIONS} suggestions a note\n\n`,
  );
  process.stdout.write("| rule | precision | recall | a note | notes with one |\n|---|--:|--:|--:|--:|\n");
  row("the best five", () => true);
  for (const quantile of QUANTILES) {
    const threshold = await pairQuantile(sample, own.mean ?? new Float32Array(embedder.dimensions), quantile);
    row(`closeness ≥ its ${quantile} quantile, ${threshold.toFixed(2)}`, ({ closeness }) => closeness >= threshold);
  }
  row(`**auto_links**: threshold ${own.threshold.toFixed(2)}`, (candidate) => isWorthSuggesting(candidate, own));
} finally {
  await embedder.close();
  await storage.close();
  rmSync(folder, { recursive: true });
}

function readNotes(file: string): Map<string, StoredNote> {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const time = new Date().toISOString();
  return new Map(
    lines.map((line) => {
      const { id, title, text } = JSON.parse(line) as { id: string; title: string; text: string };
      const note: StoredNote = {
        id,
        title: title.slice(0, 300) || "untitled",
        content: text.slice(0, 50_000) || title,
        note_type: "fact",
        tags: [],
        importance: 0.5,
        archived: false,
        created_at: time,
        updated_at: time,
        claimed_at: time,
        revision: 1,
      };
      return [id, note];
    }),
  );
}

/** Reads links in both directions: whichever note was written second, the other is worth suggesting. */
function readLinks(file: string, knownNotes: ReadonlyMap<string, StoredNote>): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  const add = (from: string, to: string) => all.set(from, (all.get(from) ?? new Set()).add(to));
  for (const line of readFileSync(file, "utf8").trim().split("\n").slice(1)) {
    const [source = "", target = ""] = line.split("\t");
    if (source === target || !knownNotes.has(source) || !knownNotes.has(target)) continue;
    add(source, target);
    add(target, source);
  }
  return all;
}

/** Stores the notes with only their head windows, which links are suggested by; returns the heads. */
async function store(all: ReadonlyMap<string, StoredNote>): Promise<Map<string, Float32Array>> {
  const heads = new Map<string, Float32Array>();
  await storage.vectors.serve(embedder.model);
  for (const note of all.values()) {
    await storage.notes.insert(USER, noteWrite(note), []);
    const [head] = noteWindows(note.content);
    const [vector] = await embedder.embed([windowText(note, head!)], { priority: "background" });
    await storage.vectors.put(USER, note.id, {
      model: embedder.model,
      revision: 1,
      windows: [{ ...head!, vector: vector! }],
      complete: true,
    });
    heads.set(note.id, vector!);
    if (heads.size % 50 === 0) process.stderr.write(`\r${heads.size} of ${all.size} notes`);
  }
  process.stderr.write("\n");
  return heads;
}
