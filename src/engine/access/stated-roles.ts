import { statedIn } from '../../expressions/types/stated-names.ts';
import type { Compiled, PreparedTransition } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';

/** The roles that the document states where these transitions set the role of the person themselves. */
export function statedByTransitions(
  { app: { people } }: Context,
  entity: string,
  transitions: readonly PreparedTransition[],
): string[] {
  const role = people?.entity === entity ? people.role?.name : undefined;
  if (role === undefined) return [];
  return transitions
    .flatMap(({ effects }) => effects)
    .flatMap((effect) => (effect.kind === 'set' && effect.field === role ? statedIn(effect.value.typed).names : []));
}

/** The same of a value for a field of a record; none where it is no role. */
export function statedRoles({ app: { people } }: Context, entity: string, field: string, value: Compiled): string[] {
  return people?.entity === entity && people.role?.name === field ? [...statedIn(value.typed).names] : [];
}
