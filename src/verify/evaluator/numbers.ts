import type { Model } from '../../model/types/model.ts';
import { entityNamed } from './names.ts';
import { member } from './wire.ts';
import type { Json, Stored } from './world.ts';

/**
 * Gives each new line of a record the next number of its series, one more than ever used in this record. The last
 * number is stored under a name that no field can have.
 */
export function numberLines(model: Model, values: Map<string, Json>, entity: string, before: Stored | undefined): void {
  for (const list of entityNamed(model, entity)?.fields ?? []) {
    if (list.type.kind !== 'list') continue;
    const series = (entityNamed(model, list.type.entity)?.fields ?? []).filter(
      ({ type }) => type.kind === 'number series',
    );
    for (const { name } of series) {
      const key = ` last ${name} of ${list.name}`;
      const stored = before?.values.get(list.name) ?? null;
      const known = (Array.isArray(stored) ? stored : []).map((line: Json) => Number(member(line, name) ?? 0));
      let last = Math.max(0, Number(before?.values.get(key) ?? 0), ...known);
      const lines = values.get(list.name) ?? null;
      if (Array.isArray(lines)) {
        const numbered = lines.map((line: Json): Json => {
          if ((member(line, name) ?? null) !== null || line === null || typeof line !== 'object') return line;
          last += 1;
          return { ...line, [name]: String(last) };
        });
        values.set(list.name, numbered);
      }
      values.set(key, last);
    }
  }
}
