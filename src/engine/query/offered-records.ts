import { withRelationParts } from '../../expressions/relation/relation-parts.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import type { Row } from '../../fields/text/value.ts';
import { applyReadPolicy } from '../access/apply-read-policy.ts';
import { readPolicyFor } from '../access/read-policy.ts';
import { readableScope } from '../answer/readable-formula.ts';
import type { CompiledChoice, CompiledEntity } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import { isGrantedSomewhere } from '../context/permissions.ts';

/**
 * Returns the condition of the records that a reference field offers (`among`) for a record that is edited, over what
 * the person may read. `row` has the values that they read or typed.
 */
export function offeredRecords(context: Context, { entity, offered }: CompiledChoice, row: Row): Relation {
  const { model, principal } = context;
  const readable =
    offered === null
      ? null
      : applyReadPolicy(offered, entity, (name) => {
          const target = model.entities.get(name);
          return target === undefined ? null : { entity: target, policy: readPolicyFor(model, target, principal) };
        });
  if (readable === null) return NO_RECORD;
  const scope = readableScope(context, row);
  const visit = (part: Relation): Relation => {
    if (part.r !== 'parameter') return withRelationParts(part, visit);
    const value = part.value(scope);
    return { ...part, value: () => value };
  };
  return visit(readable);
}

const NO_RECORD: Relation = { r: 'or', parts: [] };

/** Returns the choice of a field that the person may know; null if there is none. `id`: that of the field. */
export function choiceOfField(
  { model, principal }: Pick<Context, 'model' | 'principal'>,
  id: string,
): { readonly owner: CompiledEntity; readonly choice: CompiledChoice } | null {
  for (const owner of model.entities.values())
    for (const choice of owner.choices.values()) {
      if (choice.field.id !== id) continue;
      const { read, create, change } = owner.permissions;
      const isKnown =
        // Lines are known with their list.
        owner.entity.belongsTo !== null ||
        [read, create, change].some((grants) => isGrantedSomewhere(grants, principal, choice.field.name)) ||
        choice.field.askedOn.length > 0;
      return isKnown ? { owner, choice } : null;
    }
  return null;
}
