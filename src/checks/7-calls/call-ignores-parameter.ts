import { parametersOf, parentsOf, recordParameter } from '../../model/lookups/call-record.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Call } from '../../model/types/model.ts';
import { defineCheck } from '../check.ts';
import { listed, withArticle } from '../places.ts';

export const check = defineCheck({
  code: 'call-ignores-parameter',
  point: 7,
  severity: 'note',
  about: 'A call whose path has a parameter that decides nothing.',
  *findIn({ calls, schema }) {
    for (const call of calls) {
      const ignored = call.standing === 'stated' ? ignoredIn(call, schema) : [];
      if (ignored.length === 0 || !('entity' in call.does)) continue;
      const { kind, entity } = call.does;
      const names = listed(ignored.map((name) => `:${name}`));
      yield {
        element: call.id,
        at: call.at,
        message: `The call ${call.name} does not go by ${names}: ${consequence(kind, entity, call)}.`,
        next:
          kind === 'list'
            ? `Ask for \`/…?filter=\` with a condition, or take ${names} out of the path.`
            : `Take ${names} out of the path.`,
      };
    }
  },
});

/** A call goes by the parameter of its record, and by those that name what the record belongs with. */
function ignoredIn(call: Call, schema: Schema): readonly string[] {
  const { path, does } = call;
  if (!path.startsWith('/') || does.kind === 'outside' || does.kind === 'unknown') return [];
  const isOne = does.kind !== 'list' && does.kind !== 'create';
  const fields = schema.entities.get(does.entity)?.entity.fields ?? [];
  const counts = parentsOf(call, (name) => schema.entities.get(name)?.entity).filter(
    ({ path: [field] }) => does.kind !== 'create' || fields.some(({ name, byProduct }) => name === field && !byProduct),
  );
  const names = [...counts.map(({ parameter }) => parameter), ...(isOne ? [recordParameter(path, does.entity)] : [])];
  return parametersOf(path).filter((name) => !names.includes(name));
}

function consequence(kind: Call['does']['kind'], entity: string, { path }: Call): string {
  if (kind === 'list') return `it lists every ${entity} that the person may read`;
  if (kind === 'create') return `${withArticle(entity)} begins with what is sent, whatever the path says`;
  return `\`:${recordParameter(path, entity)}\` says which ${entity} is meant`;
}
