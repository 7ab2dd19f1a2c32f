import type { RolePath } from '../../model/types/model.ts';
import { withArticle } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'relation-leads-nowhere',
  point: 6,
  severity: 'error',
  about: 'A role from a relation whose path does not lead to a person who signs in.',
  *find(context) {
    for (const role of context.model.roles) {
      if (role.standing !== 'stated') continue;
      for (const rolePath of role.relation) {
        const why = barrierOf(rolePath, context);
        if (why === null) continue;
        yield {
          element: role.id,
          at: rolePath.path.at ?? role.at,
          message: `Nobody is ever ${role.name} through \`${rolePath.entity}.${rolePath.path.text}\`: ${why}.`,
          next: `Name a field that leads to ${withArticle(context.schema.person?.entity.name ?? 'person')}, or remove the path.`,
        };
      }
    }
  },
});

/** Returns why a path leads to no person; null if it leads to people, or if another check reports the path. */
function barrierOf({ entity, path }: RolePath, { schema, typed }: CheckContext): string | null {
  if (!schema.entities.has(entity)) return `there is no entity ${entity}`;
  const people = schema.person?.entity.name ?? null;
  const found = typed(path)?.type ?? null;
  if (found === null || found.t === 'empty') return null;
  const target = found.t === 'list' ? found.of : found;
  if (target.t !== 'record') return 'it is not a reference to a record';
  if (target.entity === people) return null;
  return people === null ? 'nobody signs in' : `${withArticle(target.entity)} is not ${withArticle(people)}`;
}
