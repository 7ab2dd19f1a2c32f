import { textFormatKinds } from '../../../model/types/text-formats.ts';
import type { Kind } from '../../../model/types/types.ts';
import type { Column } from '../columns/columns.ts';

/** What a card on a phone shows of a row. */
export interface CardFields {
  readonly state: Column | null;
  /** Stands at the end without a label: a sum of money, where there is one alone. */
  readonly amount: Column | null;
  /** The two that tell most beside them, then a figure that says only with its label what it is. */
  readonly details: readonly Column[];
}

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
 * State, amount, and two more, each by its kind; of one kind the first stated. Where a record is known by a number, the first
 * text tells most.
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
