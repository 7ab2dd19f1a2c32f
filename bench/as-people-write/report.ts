import { type Judged, KINDS, type Kind, type Outcome } from './judge.ts';
import type { Measured } from './measure.ts';

const HEADS = ['', 'in key', 'right', 'wrong', 'not read', 'lost', 'held'];

/** A table: a row for each kind of item. */
export function tableFor({ name, judged }: Measured): string {
  const rows = KINDS.filter((kind) => kind !== 'traps').map((kind) =>
    rowOf(
      kind,
      judged.filter((each) => each.kind === kind),
    ),
  );
  const traps = judged.filter(({ kind, outcome }) => kind === 'traps' && outcome === 'wrong').length;
  const elements = judged.filter(({ kind }) => isElement(kind));
  const all = rowOf('all but attributes and guards', elements);
  return aligned([
    [name, ...HEADS.slice(1)],
    ...rows,
    all,
    ['traps that it fell into', '', '', String(traps), '', '', ''],
  ]);
}

/** What the goal counts: attributes and guards are measured besides. */
const isElement = (kind: Kind) => !['attributes', 'guards', 'traps'].includes(kind);

function rowOf(name: string, items: readonly Judged[]): string[] {
  const inKey = items.filter(({ extra }) => !extra).length;
  const count = (outcome: Outcome) => items.filter((each) => each.outcome === outcome).length;
  const counts = (['right', 'wrong', 'not read', 'lost'] as const).map((each) => String(count(each)));
  return [name, String(inKey), ...counts, inKey === 0 ? '–' : `${Math.floor((100 * count('right')) / inKey)} %`];
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length))) ?? [];
  const cell = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n');
}

export interface Summary {
  readonly held: number;
  readonly inKey: number;
  readonly wrong: number;
  readonly lost: number;
  readonly facts: number;
}

export function summaryOf({ judged, facts }: Measured): Summary {
  const elements = judged.filter(({ kind }) => isElement(kind));
  return {
    held: elements.filter(({ outcome }) => outcome === 'right').length,
    inKey: elements.filter(({ extra }) => !extra).length,
    wrong: judged.filter(({ outcome }) => outcome === 'wrong').length,
    lost: judged.filter(({ outcome }) => outcome === 'lost').length,
    facts: facts.filter(({ held }) => held).length,
  };
}

/** The lines under the table. */
export function belowTable(measured: Measured, verbose: boolean): string {
  const { facts, unknowns, contradictions, printed } = measured;
  const lines = [
    `facts held: ${counted(facts.map(({ held, fact }) => [held, String(fact.number)]))}`,
    `not shown, and reported so: ${counted(unknowns.map(({ reported, id }) => [reported, id]))}`,
    `contradictions found: ${counted(contradictions.map(({ found, key }) => [found, key.id]))}`,
    `printed: ${printed.missing.length} of ${printed.words} words missing, ${printed.vanished.length} of them nowhere; ` +
      `read again ${printed.sameModel ? 'the same' : `ANOTHER Model (${short(printed.difference)})`}; ` +
      `twice ${printed.sameTwice ? 'as once' : 'ANOTHER text'}`,
  ];
  if (verbose) lines.push('', ...details(measured));
  return lines.join('\n');
}

const short = (text: string) => (text.length > 160 ? `${text.slice(0, 160)}…` : text);

function counted(items: readonly (readonly [boolean, string])[]): string {
  const missing = items.filter(([held]) => !held).map(([, id]) => id);
  const rest = missing.length === 0 ? '' : `; not ${missing.join(', ')}`;
  return `${items.length - missing.length} of ${items.length}${rest}`;
}

function details({ judged, facts, unknowns, contradictions, printed }: Measured): string[] {
  const items = judged.filter(({ outcome }) => outcome !== 'right').sort((a, b) => a.line - b.line);
  return [
    ...items.map(
      (each) => `line ${each.line}: ${each.kind}: ${each.what}: ${each.outcome.toUpperCase()}: ${each.detail}`,
    ),
    ...facts
      .filter(({ held }) => !held)
      .map(({ fact }) => `line ${fact.lines.join(', ')}: fact ${fact.number} not held: ${fact.says}`),
    ...unknowns
      .filter(({ reported }) => !reported)
      .map(({ id, line }) => `line ${line}: ${id} is not reported as not shown`),
    ...contradictions
      .filter(({ found }) => !found)
      .map(({ key }) => `line ${key.lines.join(', ')}: contradiction ${key.id} not found: ${key.words.join(', ')}`),
    `words nowhere in the print: ${printed.vanished.join(' ') || 'none'}`,
    `words missing in the print: ${[...new Set(printed.missing)].join(' ') || 'none'}`,
  ];
}
