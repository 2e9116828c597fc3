import type { SetMeasurement } from "../measure/measure-set.ts";
import type { AnswerFigures } from "../metrics/answer-figures.ts";
import { markdownTable } from "./markdown-table.ts";

const RECALL_HEADS = ["set", "links", "mode", "n", "nDCG@10", "R@5", "R@10", "MRR@10", "All@5", "p50 ms", "p99 ms"];
const ANSWER_HEADS = [
  "set",
  "links",
  "category",
  "n",
  "token F1",
  "exact",
  "words found",
  "abstained",
  "cited notes",
  "hold the answer",
  "are relevant",
  "p50 ms",
];

/** Returns recall as a Markdown table, with a row for each set and mode. */
export function recallTable(sets: readonly SetMeasurement[]): string {
  const rows = sets.flatMap(({ name, passes }) =>
    passes.flatMap(({ links, recall }) =>
      recall.map((one) => [
        name,
        linksCell(links),
        one.mode,
        `${one.n}`,
        ...[one.ndcg10, one.recall5, one.recall10, one.mrr10, one.all5].map(share),
        one.p50Ms.toFixed(1),
        one.p99Ms.toFixed(1),
      ]),
    ),
  );
  return markdownTable(RECALL_HEADS, rows, 3);
}

/** Returns answer quality as a Markdown table, with a row for each set and category; empty without answers. */
export function answerTable(sets: readonly SetMeasurement[]): string {
  const rows = sets.flatMap(({ name, passes }) =>
    passes.flatMap(({ links, answers }) =>
      (answers?.figures ?? []).map((figures) => [name, linksCell(links), ...answerCells(figures)]),
    ),
  );
  return rows.length === 0 ? "" : markdownTable(ANSWER_HEADS, rows, 3);
}

function answerCells({ category, n, f1, exact, recall, abstained, citations, p50Ms }: AnswerFigures): string[] {
  const { cited, checked, holding, judged, relevant } = citations;
  return [
    category,
    `${n}`,
    ...[f1, exact, recall, abstained].map(share),
    `${cited}`,
    share(checked === 0 ? null : holding / checked),
    share(judged === 0 ? null : relevant / judged),
    p50Ms.toFixed(1),
  ];
}

function linksCell(links: number): string {
  return links === 0 ? "–" : `${links}`;
}

function share(value: number | null): string {
  return value === null ? "–" : value.toFixed(3);
}
