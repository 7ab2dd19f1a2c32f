import type { Json } from '../../fields/text/json.ts';
import type { Call, StatedContract } from '../../model/types/model.ts';

type Notes = Readonly<Record<`x-${string}`, Json>>;

/** Returns what point 7 and point 8 state for all calls, as `import` reads it. */
export const apiNotes = (stated: StatedContract | null): Notes =>
  stated === null
    ? {}
    : {
        'x-ninefold-keys': stated.keys,
        'x-ninefold-columns': stated.columns,
        'x-ninefold-shapes': stated.shapes,
        'x-ninefold-errors': stated.errors,
        'x-ninefold-entities': stated.entities,
        ...(stated.signIn.length === 0 ? {} : { 'x-ninefold-sign-in': stated.signIn }),
      };

/** Returns what a call states, as `import` reads it. */
export function callNotes({ id, name, standing, assumption }: Call, stated: StatedContract | null): Notes {
  const own = stated?.calls.get(id);
  return {
    'x-ninefold-call': name,
    ...(standing === 'assumed' ? { 'x-ninefold-assumed': assumption ?? true } : {}),
    ...(own === undefined ? {} : { 'x-ninefold-cells': own.cells, 'x-ninefold-part': own.part }),
  };
}
