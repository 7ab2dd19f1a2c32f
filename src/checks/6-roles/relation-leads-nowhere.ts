import type { RolePath } from '../../model/types/model.ts';
import { type CheckContext, defineCheck } from '../check.ts';
import { withArticle } from '../places.ts';

export const check = defineCheck({
  code: 'relation-leads-nowhere',
  point: 6,
  severity: 'error',
  about: 'A role from a relation whose path leads to no person who signs in, so that nobody ever holds it.',
  *find(context) {
    for (const role of context.model.roles) {
      if (role.standing !== 'stated') continue;
      for (const way of role.relation) {
        const why = barrierOf(way, context);
        if (why === null) continue;
        yield {
          element: role.id,
          at: way.path.at ?? role.at,
          message: `Nobody is ever ${role.name} by \`${way.entity}.${way.path.text}\`: ${why}.`,
          next: `Name a field that leads to ${withArticle(context.schema.person?.entity.name ?? 'person')}, or remove the path.`,
        };
      }
    }
  },
});

/** Null where it leads to people, and where another finding says what is wrong with the path. */
function barrierOf({ entity, path }: RolePath, { schema, typed }: CheckContext): string | null {
  if (!schema.entities.has(entity)) return `there is no entity ${entity}`;
  const people = schema.person?.entity.name ?? null;
  const found = typed(path)?.type ?? null;
  if (found === null || found.t === 'empty') return null;
  const target = found.t === 'list' ? found.of : found;
  if (target.t !== 'record') return 'no record stands there';
  if (target.entity === people) return null;
  return people === null ? 'nobody signs in' : `${withArticle(target.entity)} is not ${withArticle(people)}`;
}
