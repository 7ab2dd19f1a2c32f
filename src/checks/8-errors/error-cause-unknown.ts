import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'error-cause-unknown',
  point: 8,
  severity: 'warning',
  about: 'One of several entries of a code whose When names nothing that exists, so it is never used.',
  *find(context) {
    const entries = Map.groupBy(
      context.model.errors.filter(({ standing }) => standing === 'stated'),
      ({ code }) => code,
    );
    const known = new Set(causesIn(context));
    for (const [code, same] of entries) {
      // The first entry without causes is used if no cause matches; if there is none, the first entry.
      const usual = same.find(({ causes }) => causes.length === 0) ?? same[0];
      for (const entry of same) {
        const { at, causes, id } = entry;
        if (entry === usual || causes.some(({ name }) => known.has(folded(name)))) continue;
        yield {
          element: id,
          at: causes[0]?.at ?? at,
          also: [usual?.at ?? null],
          message: `This entry of ${code} is never used: ${joinNames(
            causes.map(({ name }) => `“${name}”`),
            'or',
          )} is not a rule, event, permission, entity, field or call.`,
          next: 'Write the name of a rule of point 5, an event of point 4, a row of point 6 as in `Task: delete`, an entity, a field as in `Task.title`, or a call as in `call finish` under When; or remove the entry.',
        };
      }
    }
  },
});

/** Returns what When may name: rules, events, rows of point 6 with one operation each, entities, fields and calls. */
function causesIn({ model }: CheckContext): readonly string[] {
  const rows = model.permissions.map(
    ({ entity, field, operation }) => `${field === null ? entity : `${entity}.${field}`}: ${operation}`,
  );
  const events = model.machines.flatMap(({ transitions }) => transitions.flatMap(({ event }) => event ?? []));
  const fields = model.entities.flatMap(({ name, fields: all }) => [
    name,
    ...all.map((field) => `${name}.${field.name}`),
  ]);
  const calls = model.calls.map(({ name }) => `call ${name}`);
  return [...model.rules.map(({ name }) => name), ...events, ...rows, ...fields, ...calls].map(folded);
}

function folded(name: string): string {
  return name.replaceAll(/\s+/g, ' ').trim();
}
