import { matchesPlaceholder } from '../evaluator/placeholder-values.ts';
import type { Json, Stored } from '../evaluator/world.ts';
import { isSameValue } from './compare-lines.ts';

/** Returns the differences between a stored record and the oracle's, without stamps. */
export function storedDifferences(ours: Stored | undefined, actual: Stored | null): readonly string[] {
  if (actual === null || ours === undefined)
    return (actual === null) === (ours === undefined)
      ? []
      : [actual === null ? 'no record is stored' : 'a record is stored'];
  const names = [...actual.values.keys()].filter(
    (name) => !['id', 'createdAt', 'createdBy', 'changedAt', 'changedBy'].includes(name),
  );
  return names.flatMap((name) => {
    const [one, other] = [ours.values.get(name) ?? null, actual.values.get(name) ?? null];
    return (matchesPlaceholder(one, other) ?? isSameValue(one, other))
      ? []
      : [`stored ${name}: expected ${JSON.stringify(one)}, got ${JSON.stringify(other)}`];
  });
}

/** Adds the line numbers that the oracle remembers, which the server does not return. */
export function withNumbers(actual: Stored, ours: Stored | undefined): Stored {
  const remembered = [...(ours?.values ?? [])].filter(([name]) => name.startsWith(' '));
  return { ...actual, values: new Map([...actual.values, ...remembered]) };
}

/** Describes a record in one line. */
export function describe(stored: Stored | undefined): string {
  if (stored === undefined) return 'no record';
  const values = [...stored.values].filter(
    ([name, value]) => value !== null && !name.startsWith('changed') && !name.startsWith('created'),
  );
  return `${stored.entity} ${stored.id} {${values.map(([name, value]: [string, Json]) => `${name}: ${JSON.stringify(value)}`).join(', ')}}`;
}
