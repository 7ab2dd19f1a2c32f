import type { Json, Stored } from '../evaluator/world.ts';
import type { Draft } from '../oracle-rules/draft.ts';

/** Whether the draft differs from the record, without stamps and ids of lines. */
export function isAnother({ values }: Draft, before: Stored | undefined): boolean {
  const isOurs = (name: string) => name === 'changedAt' || name === 'changedBy' || name.startsWith(' ');
  return [...values].some(
    ([name, value]) => !isOurs(name) && content(value) !== content(before?.values.get(name) ?? null),
  );
}

/** Returns a text that is equal for equal contents, without ids of lines. */
export function content(json: Json): string {
  return JSON.stringify(json, (name, part: Json) => {
    if (name === 'id' || part === null || typeof part !== 'object') return name === 'id' ? undefined : part;
    return Array.isArray(part) ? part : Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1));
  });
}
