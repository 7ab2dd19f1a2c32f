import type { CompiledEntity } from '../../../engine/compiled/compiled-model.ts';
import type { EntityInView } from '../../view/view-context.tsx';

/** A row of a form: an input or a computed field. */
export interface FormRow {
  readonly name: string;
  readonly isTyped: boolean;
}

/** Returns the rows of a form. A computed field follows the last input that it depends on, directly or through other fields. */
export function rowsOf(
  { computed, defaults }: Pick<CompiledEntity, 'computed' | 'defaults'>,
  { reads }: Pick<EntityInView, 'reads'>,
  names: readonly string[],
): readonly FormRow[] {
  const formulas = new Map([...defaults, ...computed.map(({ field, value }) => [field.name, value] as const)]);
  const places = new Map(names.map((name, index) => [name, index]));
  /** Returns the index of the last input that a field depends on; `NOWHERE` if it depends on none. */
  const placeOf = (name: string): number => {
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, NOWHERE);
    const dependencies = (formulas.get(name)?.reads ?? []).flatMap((path) => path.slice(0, 1));
    const place = Math.max(NOWHERE, ...dependencies.map(placeOf));
    places.set(name, place);
    return place;
  };
  const shown = computed.flatMap(({ field: { name } }) =>
    reads.includes(name) && !names.includes(name) ? { name, after: placeOf(name) } : [],
  );
  return names.flatMap((name, index): FormRow[] => [
    { name, isTyped: true },
    ...shown.filter(({ after }) => after === index).map((one) => ({ name: one.name, isTyped: false })),
  ]);
}

const NOWHERE = -1;
