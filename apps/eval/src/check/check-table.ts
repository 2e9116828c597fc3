import { RULE_LEVELS } from "@knote/api";
import { CHECK_RULES } from "@knote/contract";
import { markdownTable } from "../report/markdown-table.ts";
import type { AlarmFigures, RuleFigures } from "./rule-figures.ts";
import { precision, recall } from "./tally.ts";

const RULE_HEADS = ["rule", "on", "against", "n+", "n−", "precision", "recall", "false share", "simpler", "bar", "met"];
const ALARM_HEADS = ["rule", "shown as", "notes with a finding", "in 100 notes"];

export function ruleTable(figures: readonly RuleFigures[]): string {
  return markdownTable(RULE_HEADS, figures.map(ruleCells), 3);
}

export function alarmTable({ notes, perRule }: AlarmFigures): string {
  const rows = CHECK_RULES.map((rule) => {
    const count = perRule.get(rule) ?? 0;
    return [rule, RULE_LEVELS[rule] ?? "off", String(count), ((100 * count) / notes).toFixed(2)];
  });
  return markdownTable(ALARM_HEADS, rows, 2);
}

function ruleCells(figures: RuleFigures): string[] {
  const { rule, on, against, tally: counts, baselines, bar } = figures;
  const shares = [precision(counts), recall(counts), falseShare(figures)];
  const simpler = baselines.map(({ name, precision: share }) => `${name} ${shareText(share)}`).join(", ");
  const limits = [
    bar.precision === undefined ? "" : `P ≥ ${bar.precision}`,
    bar.recall === undefined ? "" : `R ≥ ${bar.recall}`,
    bar.falseShare === undefined ? "" : `false ≤ ${bar.falseShare}`,
  ].filter(Boolean);
  const verdict = limits.length === 0 ? "–" : isMet(figures) ? "yes" : "no";
  return [
    rule,
    on,
    against,
    String(counts.positives),
    String(counts.negatives),
    ...shares.map(shareText),
    simpler || "–",
    limits.join(", ") || "–",
    verdict,
  ];
}

/** Whether the figures reach every limit of their bar. */
function isMet(figures: RuleFigures): boolean {
  const { tally: counts, bar } = figures;
  const reaches = (share: number | null, least: number | undefined) => least === undefined || (share ?? 0) >= least;
  const stays = bar.falseShare === undefined || (falseShare(figures) ?? 0) <= bar.falseShare;
  return reaches(precision(counts), bar.precision) && reaches(recall(counts), bar.recall) && stays;
}

function falseShare({ tally: { alarms, negatives } }: RuleFigures): number | null {
  return negatives === 0 ? null : alarms / negatives;
}

function shareText(share: number | null): string {
  return share === null ? "–" : share.toFixed(3);
}
