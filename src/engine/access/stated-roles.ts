import { possibleNamesIn } from '../../expressions/types/stated-names.ts';
import type { CompiledFormula, CompiledTransition } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';

/** Returns the roles that the document states as values where these transitions set the role of the record's person. */
export function rolesStatedByTransitions(
  { model: { people } }: Context,
  entity: string,
  transitions: readonly CompiledTransition[],
): string[] {
  const role = people?.entity === entity ? people.role?.name : undefined;
  if (role === undefined) return [];
  return transitions
    .flatMap(({ effects }) => effects)
    .flatMap((effect) =>
      effect.kind === 'set' && effect.field === role ? possibleNamesIn(effect.value.typed).names : [],
    );
}

/** Returns the roles stated in a formula for a field; none if the field is not the role field. */
export function statedRoles(
  { model: { people } }: Context,
  entity: string,
  field: string,
  value: CompiledFormula,
): string[] {
  return people?.entity === entity && people.role?.name === field ? [...possibleNamesIn(value.typed).names] : [];
}
