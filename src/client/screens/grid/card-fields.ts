import { textFormatKinds } from '../../../model/types/text-formats.ts';
import type { Kind } from '../../../model/types/types.ts';
import type { Column } from '../columns/columns.ts';

/** The fields that a card shows of a record. */
export interface CardFields {
  readonly state: Column | null;
  /** The money field, shown at the end without a label; null unless there is exactly one. */
  readonly amount: Column | null;
  /** The two most informative other fields, then a number if it needs a label to be understood. */
  readonly details: readonly Column[];
}

/** Field types by how informative they are on a card, most informative first. */
const telling: readonly Kind[] = [
  'reference',
  'references',
  'date',
  'date and time',
  'choice',
  'role',
  'text',
  ...textFormatKinds,
  'integer',
  'decimal',
];

/**
 * Chooses the fields of a card by their types; among fields of one type, the first stated wins. If the title is a number
 * series, the first text field counts as the most informative one.
 */
export function cardFields(columns: readonly Column[]): CardFields {
  const rest = columns.filter(({ isTitle }) => !isTitle);
  const isNumbered = columns.some(({ isTitle, attribute }) => isTitle && attribute.type.kind === 'number series');
  const choices = rest.filter(({ attribute }) => attribute.type.kind === 'choice');
  const state = choices.find(({ attribute }) => attribute.kind === 'state') ?? choices[0] ?? null;
  const ofKind = (...kinds: readonly Kind[]) => rest.filter(({ attribute }) => kinds.includes(attribute.type.kind));
  const sums = ofKind('money');
  const [figure = null] = [...sums, ...ofKind('integer', 'decimal')];
  const words = isNumbered ? ofKind('text')[0] : undefined;
  const rank = (column: Column) => {
    const at = telling.indexOf(column.attribute.type.kind);
    return column === words ? -1 : at === -1 ? telling.length : at;
  };
  const telltale = rest
    .filter((column) => column !== state && column !== figure)
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, 2);
  const amount = sums.length === 1 ? figure : null;
  return { state, amount, details: figure === null || amount !== null ? telltale : [...telltale, figure] };
}
