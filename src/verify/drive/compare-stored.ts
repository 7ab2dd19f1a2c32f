import { isAsForetold } from '../evaluator/placeholder-values.ts';
import type { Json, Stored } from '../evaluator/world.ts';
import { alike } from './compare-lines.ts';

/** What is kept of a record against what the oracle holds of it, stamps aside. */
export function storedDifferences(ours: Stored | undefined, kept: Stored | null): readonly string[] {
  if (kept === null || ours === undefined)
    return (kept === null) === (ours === undefined) ? [] : [kept === null ? 'nothing is kept' : 'a record is kept'];
  const names = [...kept.values.keys()].filter(
    (name) => !['id', 'createdAt', 'createdBy', 'changedAt', 'changedBy'].includes(name),
  );
  return names.flatMap((name) => {
    const [one, other] = [ours.values.get(name) ?? null, kept.values.get(name) ?? null];
    return (isAsForetold(one, other) ?? alike(one, other))
      ? []
      : [`kept ${name}: expected ${JSON.stringify(one)}, got ${JSON.stringify(other)}`];
  });
}

/** The oracle remembers with a record which numbers its lines had; the server does not tell. */
export function withNumbers(kept: Stored, ours: Stored | undefined): Stored {
  const remembered = [...(ours?.values ?? [])].filter(([name]) => name.startsWith(' '));
  return { ...kept, values: new Map([...kept.values, ...remembered]) };
}

/** A record in one line. */
export function describe(stored: Stored | undefined): string {
  if (stored === undefined) return 'no record';
  const values = [...stored.values].filter(
    ([name, value]) => value !== null && !name.startsWith('changed') && !name.startsWith('created'),
  );
  return `${stored.entity} ${stored.id} {${values.map(([name, value]: [string, Json]) => `${name}: ${JSON.stringify(value)}`).join(', ')}}`;
}
