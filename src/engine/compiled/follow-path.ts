import type { Attribute, Schema } from '../../model/lookups/schema.ts';
import type { Path } from './compiled-formula.ts';

/**
 * Returns the references to load so that the paths can be read, without prefixes of longer ones. `owner.manager` needs
 * `owner` only, because its last field is a value of the owner; with `whole`, references at the end of a path are
 * followed too.
 */
export function referencesToLoad(schema: Schema, entity: string, paths: readonly Path[], whole = false): Path[] {
  const cut = paths.map((path) => referencesOf(schema, entity, whole ? path : path.slice(0, -1)));
  return withoutPrefixes(cut.filter((path) => path.length > 0));
}

/** Prefixes each path with a step. */
export function prefixPaths(step: string, paths: readonly Path[]): Path[] {
  return paths.map((path) => [step, ...path]);
}

/** Removes duplicates and paths that are a prefix of another path. */
export function withoutPrefixes(paths: readonly Path[]): Path[] {
  const byKey = new Map(paths.map((path): [string, Path] => [keyOf(path), path]));
  for (const path of [...byKey.values()]) {
    for (let end = 1; end < path.length; end += 1) byKey.delete(keyOf(path.slice(0, end)));
  }
  return [...byKey.values()];
}

/**
 * Returns the entity that a reference field, a field of several references or a list points to; null for other types.
 */
export function targetOf(attribute: Attribute | undefined): string | null {
  const type = attribute?.type;
  return type?.kind === 'reference' || type?.kind === 'references' || type?.kind === 'list' ? type.entity : null;
}

/** Returns the longest prefix of the path that ends in a reference. */
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
