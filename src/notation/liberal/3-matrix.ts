import { parseExpression } from '../../expressions/syntax/parse.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Type } from '../../model/types/types.ts';
import type { Span } from '../markdown/span.ts';
import type { Lexicon } from './lexicon.ts';
import { conditionIn } from './phrases/condition.ts';
import { nameKey } from './phrases/fold.ts';
import { type Attribute, attributesOf, type Frame } from './phrases/frame.ts';
import { frameOf, matchOption } from './phrases/match.ts';
import { attributeNamed, operandOf, optionText } from './phrases/names.ts';

/** A choice by two others: under the name of each choice of the one, what each choice of the other gives. */
interface Matrix {
  readonly rows: Attribute;
  readonly columns: Attribute;
  readonly cells: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/**
 * `Priority from impact and urgency:` over `Company: high P1, medium P1, low P2`. Null unless each pair of choices has one
 * value, and each of the sentences that change it (`also`) is understood.
 */
export function matrixOf(
  told: Span,
  also: readonly Span[],
  { entity, field }: { readonly entity: string; readonly field: string },
  lexicon: Lexicon,
): Formula | null {
  if (told.text.length > LONGEST || also.some(({ text }) => text.length > LONGEST_LINE)) return null;
  const [head = '', ...lines] = told.text.split('\n').map((line) => line.trim());
  if (lines.length > MOST_ROWS || [head, ...lines].some((line) => line.length > LONGEST_LINE)) return null;
  const of = /^(?:[-*+] )?\S.*? (?:from|by|out of) (?:the )?(.+?) and (?:the )?(.+?):?$/i.exec(head);
  const stated = lexicon.entities.find(({ name }) => name === entity);
  if (of === null || stated === undefined) return null;
  const type = attributesOf(lexicon, stated).find(({ name }) => nameKey(name) === nameKey(field))?.type;
  const [one, other] = [of[1] ?? '', of[2] ?? ''].map((name) => attributeNamed(lexicon, entity, name));
  if (type?.kind !== 'choice' || one == null || other == null || one.name === other.name) return null;
  const rows = lines.filter((line) => line !== '');
  const matrix = filled(rows, one, other, type) ?? filled(rows, other, one, type);
  if (matrix === null || also.length > 1) return null;
  const frame = frameOf({ entity, lexicon });
  const [change] = also;
  const text = change === undefined ? plain(matrix, frame) : stepped(change.text, matrix, field, type, frame);
  const tree = text === null ? null : parseExpression(text).tree;
  return text === null || tree === null ? null : { text, at: null, tree };
}

const MOST_ROWS = 40;
const LONGEST = 4000;
const LONGEST_LINE = 300;

/** The cells, where each choice of both sides stands once. */
function filled(lines: readonly string[], rows: Attribute, columns: Attribute, type: Type): Matrix | null {
  const cells = new Map<string, ReadonlyMap<string, string>>();
  for (const line of lines) {
    const [, name = '', said = ''] = /^(?:[-*+] )?([^:]+): (.+?)\.?$/.exec(line) ?? [];
    const row = matchOption(name, rows.type);
    const values = row === null || cells.has(row) ? null : rowOf(said, columns, type);
    if (row === null || values === null) return null;
    cells.set(row, values);
  }
  return isWhole(cells, rows) ? { rows, columns, cells } : null;
}

function rowOf(said: string, columns: Attribute, type: Type): ReadonlyMap<string, string> | null {
  const values = new Map<string, string>();
  for (const each of said.split(/\s*[,;]\s*/)) {
    const words = each.split(/\s*(?:=>|->|→|=|:)\s*|\s+/);
    const value = matchOption(words.at(-1) ?? '', type);
    const column = matchOption(words.slice(0, -1).join(' '), columns.type);
    if (value === null || column === null || values.has(column)) return null;
    values.set(column, value);
  }
  return isWhole(values, columns) ? values : null;
}

const isWhole = (of: ReadonlyMap<string, unknown>, { type }: Attribute): boolean =>
  type.kind === 'choice' && !type.several && type.options.length > 1 && type.options.every(({ name }) => of.has(name));

/** Every cell: by the row, then by the column. */
function plain({ rows, columns, cells }: Matrix, frame: Frame): string {
  const whole = [...cells].map(([row, values]) => {
    const byValue = Map.groupBy(values.keys(), (column) => values.get(column) ?? '');
    const inner = [...byValue].map(
      ([value, names]) => `${oneOf(columns, names, frame)} ? ${optionText(frame, value)} : `,
    );
    return `${oneOf(rows, [row], frame)} ? (${inner.join('')}null) : `;
  });
  return `${whole.join('')}null`;
}

/** The cells that another value takes the place of under a condition, to stand in front of all of them. */
function changed(
  { rows, columns, cells }: Matrix,
  when: string,
  next: (value: string) => string,
  frame: Frame,
): string {
  const moved = [...cells].flatMap(([row, values]) =>
    [...values].flatMap(([column, value]) => (next(value) === value ? [] : [{ row, column, value: next(value) }])),
  );
  const steps = [...Map.groupBy(moved, ({ value }) => value)].map(([value, all]) => {
    const byRow = [...Map.groupBy(all, ({ row }) => row)].map(([row, some]) => {
      const names = some.map(({ column }) => column);
      return `${oneOf(rows, [row], frame)} and ${oneOf(columns, names, frame)}`;
    });
    const where = byRow.length === 1 ? byRow[0] : `(${byRow.join(' or ')})`;
    return `${when} and ${where} ? ${optionText(frame, value)} : `;
  });
  return steps.join('');
}

function oneOf(attribute: Attribute, names: readonly string[], frame: Frame): string {
  const options = names.map((name) => optionText(frame, name));
  const { text } = operandOf(frame, attribute);
  return options.length === 1 ? `${text} == ${options[0]}` : `${text} in [${options.join(', ')}]`;
}

/**
 * "If the requester is a VIP the priority goes up one step, but this alone never makes a P1": towards the value at one end
 * that it never reaches. Where no such value is named, nobody knows in which order the values stand.
 */
function stepped(said: string, matrix: Matrix, field: string, type: Type, frame: Frame): string | null {
  const match =
    /^if (.+?) (?:goes|moves|rises|is raised|falls|drops|is lowered)(?: up| down)?(?: by)? (?:one|a|1) (?:step|level), but (?:this|that)(?: alone)? never (?:makes|gives|becomes|reaches) (?:an? )?(.+?)\.?$/i.exec(
      said.trim(),
    );
  const [before = '', named = ''] = [match?.[1], match?.[2]];
  const at = before.toLowerCase().lastIndexOf(` the ${field.toLowerCase()}`);
  const isLast = at > 0 && at + field.length + 5 === before.length;
  const condition = isLast ? conditionIn(before.slice(0, at).replace(/,$/, ''), frame) : null;
  const end = matchOption(named, type);
  if (type.kind !== 'choice' || condition === null || end === null || type.options.length < 3) return null;
  const names = type.options.map(({ name }) => name);
  const ordered = names[0] === end ? names : names.at(-1) === end ? names.toReversed() : null;
  if (ordered === null) return null;
  const next = (value: string): string => {
    const index = ordered.indexOf(value);
    return index > 1 ? (ordered[index - 1] ?? value) : value;
  };
  const when = / or | \? /.test(condition) ? `(${condition})` : condition;
  return `${changed(matrix, when, next, frame)}${plain(matrix, frame)}`;
}
