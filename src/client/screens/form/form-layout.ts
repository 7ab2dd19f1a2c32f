import type { EntityInView } from '../../view/view-context.tsx';

/** A row of a form: an input or a computed field. */
export interface FormRow {
  readonly name: string;
  readonly isTyped: boolean;
}

/** Returns the rows of a form. A computed field follows the last input that it depends on, directly or through other fields. */
export function rowsOf(
  { attributes, follows, reads }: Pick<EntityInView, 'attributes' | 'follows' | 'reads'>,
  names: readonly string[],
): readonly FormRow[] {
  const from = new Map(follows.map(({ field, value }) => [field, value ?? []]));
  const places = new Map(names.map((name, index) => [name, index]));
  /** Returns the index of the last input that a field depends on; `NOWHERE` if it depends on none. */
  const placeOf = (name: string): number => {
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, NOWHERE);
    const place = Math.max(NOWHERE, ...(from.get(name) ?? []).map(placeOf));
    places.set(name, place);
    return place;
  };
  const computed = follows.flatMap(({ field }) => {
    const attribute = attributes.get(field);
    const isComputed = attribute?.kind === 'field' && attribute.field.computed !== null;
    return isComputed && reads.includes(field) && !names.includes(field) ? { name: field, after: placeOf(field) } : [];
  });
  return names.flatMap((name, index): FormRow[] => [
    { name, isTyped: true },
    ...computed.filter(({ after }) => after === index).map((one) => ({ name: one.name, isTyped: false })),
  ]);
}

const NOWHERE = -1;
