import type { Typed } from './typed.ts';

/** Returns an expression and all its parts, itself first, in the order of the text. */
export function walk(typed: Typed): readonly Typed[] {
  const all: Typed[] = [];
  addParts(typed, all);
  return all;
}

function addParts(typed: Typed, to: Typed[]): void {
  to.push(typed);
  // Most expressions are paths and comparisons; these avoid building a list of parts.
  if (typed.op === 'binary') {
    addParts(typed.left, to);
    addParts(typed.right, to);
  } else if (typed.op === 'field') addParts(typed.of, to);
  else for (const part of partsWithin(typed)) addParts(part, to);
}

/** Returns the direct parts of an expression. */
export function partsWithin(typed: Typed): readonly Typed[] {
  switch (typed.op) {
    case 'field':
    case 'not':
    case 'negate':
      return [typed.of];
    case 'call':
      return typed.args;
    case 'macro':
      return [typed.of, typed.body];
    case 'aggregate':
      return typed.body === null ? [typed.of] : [typed.of, typed.body];
    case 'query':
      return [typed.where, typed.body].filter((part) => part !== null);
    case 'cell':
      return typed.keys;
    case 'working':
      return typed.args;
    case 'binary':
      return [typed.left, typed.right];
    case 'list':
      return typed.items;
    case 'conditional':
      return [typed.test, typed.yes, typed.no];
    default:
      return [];
  }
}

/** Returns the expression with its direct parts replaced. */
export function withParts(typed: Typed, replace: (part: Typed) => Typed): Typed {
  switch (typed.op) {
    case 'field':
    case 'not':
    case 'negate':
      return { ...typed, of: replace(typed.of) };
    case 'call':
    case 'working':
      return { ...typed, args: typed.args.map(replace) };
    case 'macro':
      return { ...typed, of: replace(typed.of), body: replace(typed.body) };
    case 'aggregate':
      return { ...typed, of: replace(typed.of), body: typed.body && replace(typed.body) };
    case 'query':
      return { ...typed, where: typed.where && replace(typed.where), body: typed.body && replace(typed.body) };
    case 'cell':
      return { ...typed, keys: typed.keys.map(replace) };
    case 'binary':
      return { ...typed, left: replace(typed.left), right: replace(typed.right) };
    case 'list':
      return { ...typed, items: typed.items.map(replace) };
    case 'conditional':
      return { ...typed, test: replace(typed.test), yes: replace(typed.yes), no: replace(typed.no) };
    default:
      return typed;
  }
}

/** Returns the expression with a local renamed. */
export function renamed(typed: Typed, from: string, to: string): Typed {
  if (from === to) return typed;
  const below = (part: Typed): Typed => renamed(part, from, to);
  if (typed.op === 'local') return typed.name === from ? { ...typed, name: to } : typed;
  if ('local' in typed && typed.local === from) return 'of' in typed ? { ...typed, of: below(typed.of) } : typed;
  return withParts(typed, below);
}

/** Whether an expression contains a query over other records. */
export function containsQuery(typed: Typed): boolean {
  return typed.op === 'query' || partsWithin(typed).some(containsQuery);
}

/** Whether an expression reads the record or an outer local. */
export function dependsOnRow(typed: Typed, bound: readonly string[] = []): boolean {
  if (typed.op === 'this' || typed.op === 'old') return true;
  if (typed.op === 'local') return !bound.includes(typed.name);
  if (typed.op === 'macro' || typed.op === 'aggregate') {
    return dependsOnRow(typed.of, bound) || (typed.body !== null && dependsOnRow(typed.body, [...bound, typed.local]));
  }
  const inside = typed.op === 'query' ? [...bound, typed.local] : bound;
  // The record itself does not count.
  if (typed.op === 'query' && typed.others) return true;
  return partsWithin(typed).some((part) => dependsOnRow(part, inside));
}

/** Whether an expression reads an outer local. */
export function readsOuterLocal(typed: Typed, bound: readonly string[] = []): boolean {
  if (typed.op === 'local') return !bound.includes(typed.name);
  if (typed.op === 'macro' || typed.op === 'aggregate') {
    return (
      readsOuterLocal(typed.of, bound) || (typed.body !== null && readsOuterLocal(typed.body, [...bound, typed.local]))
    );
  }
  const inside = typed.op === 'query' ? [...bound, typed.local] : bound;
  return partsWithin(typed).some((part) => readsOuterLocal(part, inside));
}
