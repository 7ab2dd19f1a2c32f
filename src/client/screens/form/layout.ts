import type { EntityInView } from '../../view/view.tsx';

/** A row of a form: something that is typed, or something that follows from it. */
export interface FormRow {
  readonly name: string;
  readonly isTyped: boolean;
}

/** The fields of a form in order, each computed one behind the last field that it follows from. */
export function rowsOf({ attributes, follows, reads }: EntityInView, names: readonly string[]): readonly FormRow[] {
  const at = new Map(names.map((name, index) => [name, index]));
  const computed = follows.flatMap(({ field, value }) => {
    const attribute = attributes.get(field);
    const places = (value ?? []).flatMap((name) => at.get(name) ?? []);
    const isFollowing = places.length > 0 && reads.includes(field) && !at.has(field);
    const isComputed = attribute?.kind === 'field' && attribute.field.computed !== null;
    return isComputed && isFollowing ? [{ name: field, after: Math.max(...places) }] : [];
  });
  return names.flatMap((name, index): FormRow[] => [
    { name, isTyped: true },
    ...computed.filter(({ after }) => after === index).map((one) => ({ name: one.name, isTyped: false })),
  ]);
}
