import type { Kind } from '../../../model/types.ts';
import type { Column } from './columns.ts';

/** What a card on a phone shows of a row. */
export interface CardFields {
  readonly state: Column | null;
  readonly amount: Column | null;
  /** The two that tell most beside them. */
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
  'email',
  'integer',
  'decimal',
];

/** State, amount, and two more, each by its kind; of one kind the first stated. */
export function cardFields(columns: readonly Column[]): CardFields {
  const rest = columns.filter(({ isTitle }) => !isTitle);
  const choices = rest.filter(({ attribute }) => attribute.type.kind === 'choice');
  const state = choices.find(({ attribute }) => attribute.kind === 'state') ?? choices[0] ?? null;
  const ofKind = (...kinds: readonly Kind[]) =>
    rest.find(({ attribute }) => kinds.includes(attribute.type.kind)) ?? null;
  const amount = ofKind('money') ?? ofKind('integer', 'decimal');
  const rank = ({ attribute }: Column) => {
    const at = telling.indexOf(attribute.type.kind);
    return at === -1 ? telling.length : at;
  };
  const details = rest
    .filter((column) => column !== state && column !== amount)
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, 2);
  return { state, amount, details };
}
