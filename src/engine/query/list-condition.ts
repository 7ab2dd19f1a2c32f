import { checkExpression } from '../../expressions/infer/check.ts';
import { relate } from '../../expressions/relation/relate.ts';
import { withRelationParts } from '../../expressions/relation/relation-parts.ts';
import { parseExpression } from '../../expressions/syntax/parse.ts';
import { fieldsRead } from '../../expressions/types/field-paths.ts';
import { CONDITION } from '../../expressions/types/kinds.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import type { Scope } from '../../expressions/types/scope.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { BUILT_IN, type Schema, schemaOf } from '../../model/lookups/schema.ts';
import type { Tree } from '../../model/types/formula.ts';
import { applyReadPolicy } from '../access/apply-read-policy.ts';
import { readPolicyFor } from '../access/read-policy.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import { contextOf, entityOf } from '../context/decision-context.ts';
import { fieldsReadableSomewhere, mayReadField } from '../context/permissions.ts';
import type { Principal } from '../core/principal.ts';
import { rowWith, valuesOf } from '../core/row-values.ts';
import { NO_FACTS } from '../core/tracked-facts.ts';
import { accessOf } from '../visible-model/entity-access.ts';
import { reducedModel } from '../visible-model/reduced-model.ts';
import { tooCostly } from './filter-cost.ts';

/** A condition written by a person. Fields that they may not read on a row count as empty. */
export type Condition = { readonly relation: Relation } | { readonly reason: string };

/** Maximum length of a condition in characters. */
const LONGEST = 1000;

/**
 * Parses `filter=`: an expression in the document's notation, checked against what these roles may read. A field that
 * they may not read is refused with the same words as one that does not exist.
 */
export function readCondition(
  model: CompiledModel,
  entity: CompiledEntity,
  principal: Principal,
  text: string,
): Condition {
  if (text.length > LONGEST) return { reason: `at most ${LONGEST} characters` };
  const { tree, problems } = parseExpression(text);
  if (tree === null) return { reason: `a condition (${problems[0]?.message ?? 'it does not parse'})` };
  return conditionOfTree(model, entity, principal, tree, (typed) => tooCostly(model, typed));
}

/**
 * Converts a condition to a relation over what these roles may read. `limit` says why a condition is not accepted; those
 * of the document itself have no limit.
 */
export function conditionOfTree(
  model: CompiledModel,
  entity: CompiledEntity,
  principal: Principal,
  tree: Tree,
  limit: (typed: Typed) => string | null = () => null,
): Condition {
  const schema = memoizeByRoles(model, 'what is read', principal, () => readSchema(model, principal));
  const checked = checkExpression(tree, { schema, entity: entity.name, wants: CONDITION });
  const error = checked.problems.find((problem) => problem.severity === 'error');
  if (checked.typed === null) return { reason: `a condition (${error?.message ?? 'it does not check'})` };
  const costly = limit(checked.typed);
  if (costly !== null) return { reason: `a condition ${costly}` };
  const hidden = hiddenField(model, principal, checked.typed);
  if (hidden !== null) return { reason: `a condition (there is no field “${hidden}”)` };
  const relation = relate(checked.typed, { zone: model.zone, schema, byClock: model.byClock });
  const gated = applyReadPolicy(overPersonRead(model, principal, relation), entity.name, (name) => {
    const target = model.entities.get(name);
    return target === undefined ? null : { entity: target, policy: readPolicyFor(model, target, principal) };
  });
  return gated === null ? { reason: 'a condition that a list can be asked' } : { relation: gated };
}

/** Replaces values that the person may not read of their own record by empty ones. */
function overPersonRead(model: CompiledModel, principal: Principal, relation: Relation): Relation {
  const visit = (part: Relation): Relation =>
    part.r === 'parameter'
      ? { ...part, value: (scope) => part.value(asRead(model, principal, scope)) }
      : withRelationParts(part, visit);
  return visit(relation);
}

function asRead(model: CompiledModel, { roles }: Principal, scope: Scope): Scope {
  const { me, now, find } = scope;
  if (me === null) return scope;
  const context = contextOf(model, { row: me, roles }, { ...NO_FACTS, row: find }, now);
  const hidden = entityOf(model, me.entity).attributes.filter(
    ({ name }) => !BUILT_IN.includes(name) && !mayReadField(context, me, name),
  );
  return { ...scope, me: rowWith(me, valuesOf(hidden.map(({ name }) => [name, null]))) };
}

/** Returns the schema of what these roles may read, without what they may only enter. */
function readSchema(model: CompiledModel, principal: Principal): Schema {
  const accesses = [...accessOf(model, principal)].map(
    ([name, access]) => [name, { ...access, createInputs: [], changeInputs: [], transitions: [] }] as const,
  );
  const schema = schemaOf(reducedModel(model, principal, new Map(accesses), [], false));
  const { person } = schema;
  const signIn = model.people?.signIn ?? '';
  if (person === null || accesses.some(([name, { reads }]) => name === person.entity.name && reads.includes(signIn))) {
    return schema;
  }
  const attributes = new Map([...person.attributes].filter(([name]) => name !== signIn));
  const stranger = { ...person, attributes };
  return { ...schema, entities: new Map([...schema.entities, [person.entity.name, stranger]]), person: stranger };
}

/** Returns a built-in field in the condition that these roles may not see; every schema has these fields. */
function hiddenField(model: CompiledModel, principal: Principal, typed: Typed): string | null {
  const built = new Set(BUILT_IN);
  for (const { entity, field } of fieldsRead(typed)) {
    const prepared = model.entities.get(entity);
    const owned = prepared !== undefined && prepared.entity.belongsTo !== null;
    if (!built.has(field) || owned || prepared === undefined) continue;
    if (!fieldsReadableSomewhere(prepared, principal).includes(field)) return field;
  }
  return null;
}
