import type { Attribute, Schema } from '../../model/lookups/schema.ts';
import type { Path } from './compiled-formula.ts';

/**
 * The references that must be followed to read what paths lead to, longest only: `owner.manager` needs `owner`, since
 * its end is a value of the owner. `whole` follows the ends too.
 */
export function followed(schema: Schema, entity: string, paths: readonly Path[], whole = false): Path[] {
  const cut = paths.map((path) => referencesOf(schema, entity, whole ? path : path.slice(0, -1)));
  return longest(cut.filter((path) => path.length > 0));
}

/** The same paths behind a first step. */
export function behind(step: string, paths: readonly Path[]): Path[] {
  return paths.map((path) => [step, ...path]);
}

/** Without the paths that another one starts with, each once. */
export function longest(paths: readonly Path[]): Path[] {
  const byKey = new Map(paths.map((path): [string, Path] => [keyOf(path), path]));
  for (const path of [...byKey.values()]) {
    for (let end = 1; end < path.length; end += 1) byKey.delete(keyOf(path.slice(0, end)));
  }
  return [...byKey.values()];
}

/** The entity that a reference, several of them or a list lead to, else null. */
export function targetOf(attribute: Attribute | undefined): string | null {
  const type = attribute?.type;
  return type?.kind === 'reference' || type?.kind === 'references' || type?.kind === 'list' ? type.entity : null;
}

/** The longest beginning of a path that ends in a reference. */
function referencesOf(schema: Schema, entity: string, path: Path): Path {
  let at: string | null = entity;
  let length = 0;
  for (const [index, name] of path.entries()) {
    const attribute: Attribute | undefined = at === null ? undefined : schema.entities.get(at)?.attributes.get(name);
    at = targetOf(attribute);
    if (at === null) break;
    if (attribute?.type.kind !== 'list') length = index + 1;
  }
  return path.slice(0, length);
}

const keyOf = (path: Path) => JSON.stringify(path);
