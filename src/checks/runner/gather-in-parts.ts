import type { CheckContext, PartContext } from './check.ts';
import type { Part } from './parts.ts';

/** The context of the whole document, but for the two functions that look at its parts. */
export type Whole = Omit<CheckContext, 'gather' | 'worked'>;

type Look = (part: PartContext) => unknown;

/** Runs functions over all parts, each function once on each part. */
export function gatherIn(
  whole: Whole,
  parts: Iterable<Part>,
  formulasOf: (part: Part) => CheckContext['formulas'],
): CheckContext['gather'] {
  const lookers = Array.from(parts, (part) => lookerOf(part, whole, formulasOf));
  return <T>(look: (part: PartContext) => T): readonly T[] => lookers.map((looker) => looker(look) as T);
}

/** Looks at one part; the result of each function is memoized. */
function lookerOf(
  part: Part,
  whole: Whole,
  formulasOf: (part: Part) => CheckContext['formulas'],
): (look: Look) => unknown {
  const found = new Map<Look, unknown>();
  const own = formulasOf(part);
  const model = { ...whole.model, ...part.lists };
  const context = {
    ...whole,
    ...part,
    model,
    schema: { ...whole.schema, model },
    formulas: own,
    own,
    gather: <T>(each: (part: PartContext) => T): readonly T[] => [look(each) as T],
    worked: memoizeByObject(),
  };
  const look = (each: Look): unknown => {
    if (!found.has(each)) found.set(each, each(context));
    return found.get(each);
  };
  return look;
}

/** Memoizes what several checks ask about the same object. */
export function memoizeByObject(): CheckContext['worked'] {
  const worked = new Map<string, Map<object, unknown>>();
  return <T>(what: string, about: object, work: () => T): T => {
    const of = worked.get(what) ?? new Map<object, unknown>();
    worked.set(what, of);
    if (!of.has(about)) of.set(about, work());
    return of.get(about) as T;
  };
}
