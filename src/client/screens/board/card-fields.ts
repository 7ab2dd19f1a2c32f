import type { Attribute } from '../../../model/lookups/schema.ts';
import { textFormatKinds } from '../../../model/types/text-formats.ts';
import { isNumeric } from '../../view/display-value.ts';

/** The fields that a card or a short row shows besides the title. */
export interface CardFields {
  /** The number at the end. */
  readonly figure: Attribute | null;
  readonly others: readonly Attribute[];
}

const maxStated = 4;
const maxChosen = 2;

/**
 * Returns the most informative fields of a record. If the document states fields, the first number and up to four others
 * of them; else an amount, a reference, a date and a few others are chosen from `readable` by type, required ones first.
 */
export function cardFields(
  attributes: ReadonlyMap<string, Attribute>,
  readable: readonly string[],
  { stated, except }: { readonly stated: readonly string[]; readonly except: readonly (string | null)[] },
): CardFields {
  const found = (names: readonly string[]) =>
    names.filter((name) => !except.includes(name)).flatMap((name) => attributes.get(name) ?? []);
  if (stated.length > 0) {
    const all = found(stated);
    const figure = all.find(({ type }) => isNumeric(type)) ?? null;
    return { figure, others: all.filter((one) => one !== figure).slice(0, maxStated) };
  }
  const all = found(readable).filter(({ kind }) => kind !== 'built-in');
  const first = (...kinds: readonly Attribute['type']['kind'][]) => {
    const fitting = all.filter(({ type }) => kinds.includes(type.kind));
    return fitting.find(isRequired) ?? fitting[0] ?? null;
  };
  const figure = first('money') ?? first('decimal', 'integer');
  const whoAndWhen = [first('reference'), first('date') ?? first('date and time')].filter((one) => one !== null);
  const filling = [first('choice'), first('text', ...textFormatKinds), first('boolean')].filter((one) => one !== null);
  return { figure, others: [...whoAndWhen, ...filling].slice(0, Math.max(maxChosen, whoAndWhen.length)) };
}

const isRequired = (attribute: Attribute): boolean => attribute.kind === 'field' && attribute.field.required;

/** Returns the numbers that need a label: all if there are several, else one without a unit. */
export function ambiguousNumbers(attributes: readonly Attribute[]): ReadonlySet<Attribute> {
  const numbers = attributes.filter(({ type }) => isNumeric(type));
  return new Set(numbers.length > 1 ? numbers : numbers.filter(({ type }) => 'unit' in type && type.unit === null));
}
