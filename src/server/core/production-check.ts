import { assume } from '../../model/defaults/assume.ts';
import type { Diagnostic } from '../../model/types/diagnostic.ts';
import type { Model } from '../../model/types/model.ts';

/** Returns the reasons why a document must not run in production, as sentences. Empty if it may. */
export function reasonsNotToStart(stated: Model, diagnostics: readonly Diagnostic[]): readonly string[] {
  const errors = diagnostics.filter((each) => each.severity === 'error').length;
  const first = diagnostics.find((each) => each.severity === 'error');
  const model = assume(stated);
  const rolesAssumed = [...model.roles, ...model.permissions].some((each) => each.assumption === 'A-ROLES');
  const peopleAssumed = model.entities.some((entity) => entity.assumption === 'A-PEOPLE');
  return [
    ...(first === undefined
      ? []
      : [
          `The document has ${errors} ${errors === 1 ? 'error' : 'errors'}, the first in line ${first.at.line}: ${first.message}`,
        ]),
    ...(rolesAssumed
      ? ['Point 6 is not shown: state who may do what. In production, permissions are never assumed (A-ROLES).']
      : []),
    ...(model.roles.length === 0 && model.permissions.length === 0
      ? ['No role and no permission of point 6 was read, so nobody may do anything: state who may do what.']
      : []),
    ...(peopleAssumed ? ['No field is marked “sign-in”: state in point 3 who the people are (A-PEOPLE).'] : []),
  ];
}
