import type { Typed } from './typed.ts';
import { partsWithin, walk } from './walk.ts';

type Path = readonly string[];

/**
 * Returns the longest paths that an expression reads from a root: `owner.manager == me` gives `[['owner', 'manager']]`
 * from `this`. Paths into lines go through the list: `['lines', 'amount']`.
 */
export function pathsFrom(typed: Typed, root: 'this' | 'me' | 'old'): readonly Path[] {
  const found: Path[] = [];
  collect(typed, root, new Map(), found);
  const keys = new Map(found.filter((path) => path.length > 0).map((path) => [JSON.stringify(path), path]));
  const paths = [...keys.values()];
  return paths.filter(
    (path) => !paths.some((other) => other.length > path.length && path.every((name, index) => name === other[index])),
  );
}

/** Returns every field, state or built-in that an expression reads, each once; for a queried entity at least its id. */
export function fieldsRead(typed: Typed): readonly { readonly entity: string; readonly field: string }[] {
  const found = new Map<string, { readonly entity: string; readonly field: string }>();
  for (const part of walk(typed)) {
    const field = part.op === 'field' ? part.field : part.op === 'query' ? 'id' : null;
    if (field !== null && 'entity' in part) found.set(`${part.entity}\n${field}`, { entity: part.entity, field });
  }
  return [...found.values()];
}

function collect(typed: Typed, root: string, locals: ReadonlyMap<string, readonly Path[]>, found: Path[]): void {
  const paths = pathsOf(typed, root, locals);
  found.push(...paths);
  if (typed.op === 'macro' || typed.op === 'aggregate') {
    collect(typed.of, root, locals, found);
    const inside = new Map(locals).set(typed.local, pathsOf(typed.of, root, locals));
    if (typed.body !== null) collect(typed.body, root, inside, found);
    return;
  }
  // What a query reads of its own records is not a path from this one.
  const inside = typed.op === 'query' ? new Map(locals).set(typed.local, []) : locals;
  for (const part of partsWithin(typed)) collect(part, root, inside, found);
}

/** Returns the paths from the root that an expression itself may be. */
function pathsOf(typed: Typed, root: string, locals: ReadonlyMap<string, readonly Path[]>): readonly Path[] {
  switch (typed.op) {
    case 'field':
      return pathsOf(typed.of, root, locals).map((path) => [...path, typed.field]);
    case 'local':
      return locals.get(typed.name) ?? [];
    case 'macro':
      if (typed.name === 'filter') return pathsOf(typed.of, root, locals);
      return typed.name === 'map'
        ? pathsOf(typed.body, root, new Map(locals).set(typed.local, pathsOf(typed.of, root, locals)))
        : [];
    case 'conditional':
      return [...pathsOf(typed.yes, root, locals), ...pathsOf(typed.no, root, locals)];
    case 'call':
      return typed.name === 'coalesce' ? typed.args.flatMap((arg) => pathsOf(arg, root, locals)) : [];
    case 'list':
      return typed.items.flatMap((item) => pathsOf(item, root, locals));
    default:
      return typed.op === root ? [[]] : [];
  }
}
