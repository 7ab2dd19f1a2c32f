import type { CheckContext, PartContext } from './check.ts';
import type { Part } from './parts.ts';

/** The context of the whole document without the two functions that work part by part. */
export type DocumentContext = Omit<CheckContext, 'gather' | 'memoize'>;

type Look = (part: PartContext) => unknown;

/** Returns the `gather` function: it runs a function once on each part. */
export function gatherInParts(
  whole: DocumentContext,
  parts: Iterable<Part>,
  formulasOf: (part: Part) => CheckContext['formulas'],
): CheckContext['gather'] {
  const visitors = Array.from(parts, (part) => partVisitor(part, whole, formulasOf));
  return <T>(look: (part: PartContext) => T): readonly T[] => visitors.map((visitor) => visitor(look) as T);
}

/** Returns a function that runs other functions on one part and memoizes their results. */
function partVisitor(
  part: Part,
  whole: DocumentContext,
  formulasOf: (part: Part) => CheckContext['formulas'],
): (look: Look) => unknown {
  const results = new Map<Look, unknown>();
  const ownFormulas = formulasOf(part);
  const model = { ...whole.model, ...part.lists };
  const context = {
    ...whole,
    ...part,
    model,
    schema: { ...whole.schema, model },
    formulas: ownFormulas,
    ownFormulas,
    gather: <T>(each: (part: PartContext) => T): readonly T[] => [look(each) as T],
    memoize: memoizeByObject(),
  };
  const look = (each: Look): unknown => {
    if (!results.has(each)) results.set(each, each(context));
    return results.get(each);
  };
  return look;
}

/** Memoizes results by question and object. */
export function memoizeByObject(): CheckContext['memoize'] {
  const cache = new Map<string, Map<object, unknown>>();
  return <T>(what: string, about: object, work: () => T): T => {
    const byObject = cache.get(what) ?? new Map<object, unknown>();
    cache.set(what, byObject);
    if (!byObject.has(about)) byObject.set(about, work());
    return byObject.get(about) as T;
  };
}
