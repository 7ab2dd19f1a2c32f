import { parametersOf, parentsOf, pathInputsOf, recordParameter } from '../../model/lookups/call-record.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Call } from '../../model/types/model.ts';
import { joinNames, withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'call-ignores-parameter',
  point: 7,
  severity: 'note',
  about: 'A call whose path has a parameter without effect.',
  *find({ entities }) {
    for (const { calls, schema } of entities) {
      for (const call of calls) {
        const ignored = call.standing === 'stated' ? ignoredIn(call, schema) : [];
        if (ignored.length === 0 || !('entity' in call.does)) continue;
        const { kind, entity } = call.does;
        const names = joinNames(ignored.map((name) => `:${name}`));
        yield {
          element: call.id,
          at: call.at,
          message: `The call ${call.name} ignores ${names}: ${consequence(kind, entity, call)}.`,
          next:
            kind === 'list'
              ? `Use \`/…?filter=\` with a condition, or remove ${names} from the path.`
              : `Remove ${names} from the path.`,
        };
      }
    }
  },
});

/**
 * Returns the path parameters without an effect. A call uses the parameter of its record, and those of records that it
 * belongs to.
 */
function ignoredIn(call: Call, schema: Schema): readonly string[] {
  const { path, does } = call;
  if (!path.startsWith('/') || does.kind === 'outside' || does.kind === 'unknown' || does.kind === 'account') return [];
  const isOne = !['list', 'values', 'create', 'bulk'].includes(does.kind);
  const fields = schema.entities.get(does.entity)?.entity.fields ?? [];
  const counts = parentsOf(call, (name) => schema.entities.get(name)?.entity, schema.model.machines).filter(
    ({ path: [field] }) => does.kind !== 'create' || fields.some(({ name, byProduct }) => name === field && !byProduct),
  );
  const inputs = pathInputsOf(call, schema.model.machines);
  const names = [...counts, ...inputs]
    .map(({ parameter }) => parameter)
    .concat(isOne ? (recordParameter(path, does.entity) ?? []) : []);
  return parametersOf(path).filter((name) => !names.includes(name));
}

function consequence(kind: Call['does']['kind'], entity: string, { path }: Call): string {
  if (kind === 'list') return `it lists every ${entity} that the person may read`;
  if (kind === 'values') return `it returns the values of every ${entity} that the person may read`;
  if (kind === 'create') return `${withArticle(entity)} is created only from what is sent`;
  return `\`:${recordParameter(path, entity)}\` identifies the ${entity}`;
}
