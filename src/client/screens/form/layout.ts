import type { App } from '../../../engine/app.ts';
import type { EntityInView } from '../../view/view.tsx';

/** A row of a form: something that is typed, or something that follows from it. */
export interface FormRow {
  readonly name: string;
  readonly isTyped: boolean;
}

/** The fields of a form in order, each computed one behind the last field that it follows from. */
export function rowsOf(app: App, entity: EntityInView, names: readonly string[]): readonly FormRow[] {
  const at = new Map(names.map((name, index) => [name, index]));
  const computed = (app.entities.get(entity.name)?.computed ?? []).flatMap(({ field, value }) => {
    const places = (value?.reads ?? []).flatMap((path) => at.get(path[0] ?? '') ?? []);
    const isFollowing = places.length > 0 && entity.reads.includes(field.name) && !at.has(field.name);
    return isFollowing ? [{ name: field.name, after: Math.max(...places) }] : [];
  });
  return names.flatMap((name, index): FormRow[] => [
    { name, isTyped: true },
    ...computed.filter(({ after }) => after === index).map((one) => ({ name: one.name, isTyped: false })),
  ]);
}
