import type { StaticType } from '../../expressions/types/static.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'table-row-unused',
  point: 9,
  severity: 'warning',
  about: 'A row or column of a table that is never looked up.',
  *find(context) {
    const tables = [...context.schema.constants.values()].filter(({ table }) => table !== null);
    if (tables.length === 0) return;
    const keys = keysOfTables(context);
    for (const { id, name, at, table } of tables) {
      const keysOfTable = keys.get(name);
      if (table === null || keysOfTable === undefined) continue;
      for (const [index, [what, references]] of (
        [
          ['row', table.rows],
          ['column', table.columns],
        ] as const
      ).entries()) {
        const values = keysOfTable[index];
        if (values === null || values === undefined) continue;
        for (const reference of references) {
          if (values.has(reference.name)) continue;
          yield {
            element: id,
            at: reference.at ?? at,
            message: `The ${what} ${reference.name} of ${name} is never used: the table is only looked up by ${joinNames([...values], 'or')}.`,
            next: `Correct the name, remove the ${what}, or add ${reference.name} to the choice.`,
          };
        }
      }
    }
  },
});

type Values = ReadonlySet<string> | null;

/** Returns, for each table, the possible values of the keys for rows and columns; null if any value is possible. */
function keysOfTables({ formulas, schema }: CheckContext): ReadonlyMap<string, readonly Values[]> {
  const found = new Map<string, Values[]>();
  for (const { parts } of formulas) {
    for (const part of parts) {
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
