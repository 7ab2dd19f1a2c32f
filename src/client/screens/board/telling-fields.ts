import type { Attribute } from '../../../model/lookups/schema.ts';
import { isNumeric } from '../../view/shown.ts';

/** What a card or a short row shows beside the title. */
export interface TellingFields {
  /** The number that stands at the end. */
  readonly figure: Attribute | null;
  readonly others: readonly Attribute[];
}

const mostOfStated = 4;
const mostOfOurs = 2;

/**
 * The few fields that tell most of a record: an amount, whose it is, and when. `stated` fields are taken as they
 * are; where the document names none they are chosen from `readable` by their types, required ones first.
 */
export function tellingFields(
  attributes: ReadonlyMap<string, Attribute>,
  readable: readonly string[],
  { stated, except }: { readonly stated: readonly string[]; readonly except: readonly (string | null)[] },
): TellingFields {
  const found = (names: readonly string[]) =>
    names.filter((name) => !except.includes(name)).flatMap((name) => attributes.get(name) ?? []);
  if (stated.length > 0) {
    const all = found(stated);
    const figure = all.find(({ type }) => isNumeric(type)) ?? null;
    return { figure, others: all.filter((one) => one !== figure).slice(0, mostOfStated) };
  }
  const all = found(readable).filter(({ kind }) => kind !== 'built-in');
  const first = (...kinds: readonly Attribute['type']['kind'][]) => {
    const fitting = all.filter(({ type }) => kinds.includes(type.kind));
    return fitting.find(isRequired) ?? fitting[0] ?? null;
  };
  const figure = first('money') ?? first('decimal', 'integer');
  const whoAndWhen = [first('reference'), first('date') ?? first('date and time')].filter((one) => one !== null);
  const filling = [first('choice'), first('text', 'email'), first('boolean')].filter((one) => one !== null);
  return { figure, others: [...whoAndWhen, ...filling].slice(0, Math.max(mostOfOurs, whoAndWhen.length)) };
}

const isRequired = (attribute: Attribute): boolean => attribute.kind === 'field' && attribute.field.required;

/** The numbers among these that say by themselves neither what they are nor, beside others, which: they stand with their label. */
export function unclearIn(attributes: readonly Attribute[]): ReadonlySet<Attribute> {
  const numbers = attributes.filter(({ type }) => isNumeric(type));
  return new Set(numbers.length > 1 ? numbers : numbers.filter(({ type }) => 'unit' in type && type.unit === null));
}
