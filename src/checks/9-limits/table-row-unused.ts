import type { StaticType } from '../../expressions/types/static.ts';
import { walk } from '../../expressions/types/walk.ts';
import { type CheckContext, defineCheck } from '../check.ts';
import { listed } from '../places.ts';

export const check = defineCheck({
  code: 'table-row-unused',
  point: 9,
  severity: 'warning',
  about: 'A row or column of a table of values that nothing it is looked up by can ever be.',
  *find(context) {
    const tables = [...context.schema.constants.values()].filter(({ table }) => table !== null);
    if (tables.length === 0) return;
    const keys = keysOfTables(context);
    for (const { id, name, at, table } of tables) {
      const asked = keys.get(name);
      if (table === null || asked === undefined) continue;
      for (const [index, [what, references]] of (
        [
          ['row', table.rows],
          ['column', table.columns],
        ] as const
      ).entries()) {
        const values = asked[index];
        if (values === null || values === undefined) continue;
        for (const reference of references) {
          if (values.has(reference.name)) continue;
          yield {
            element: id,
            at: reference.at ?? at,
            message: `The ${what} ${reference.name} of ${name} is never used: what it is looked up by is ${listed([...values], 'or')}.`,
            next: `Correct the name, remove the ${what}, or add ${reference.name} to the choice.`,
          };
        }
      }
    }
  },
});

type Values = ReadonlySet<string> | null;

/** By table, what it is looked up by: all values that rows, and columns, may be; null where that is open. */
function keysOfTables({ formulas, schema }: CheckContext): ReadonlyMap<string, readonly Values[]> {
  const found = new Map<string, Values[]>();
  for (const { typed } of formulas) {
    if (typed === null) continue;
    for (const part of walk(typed)) {
      if (part.op !== 'cell') continue;
      const known = found.get(part.name);
      const values = part.keys.map((key) =>
        key.op === 'literal' ? new Set([String(key.value)]) : valuesOf(key.type, schema),
      );
      found.set(
        part.name,
        known === undefined ? values : known.map((each, index) => union(each, values[index] ?? null)),
      );
    }
  }
  return found;
}

function valuesOf(type: StaticType, schema: CheckContext['schema']): Values {
  if (type.t === 'choice') return new Set(type.options.map(({ name }) => name));
  return type.t === 'role' ? new Set(schema.roles.keys()) : null;
}

function union(one: Values, other: Values): Values {
  return one === null || other === null ? null : new Set([...one, ...other]);
}
