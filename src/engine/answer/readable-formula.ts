import { parametersIn } from '../../expressions/relation/relation-parts.ts';
import type { Outcome, Query, Scope } from '../../expressions/types/scope.ts';
import type { Row, Value } from '../../fields/text/value.ts';
import type { Type } from '../../model/types/types.ts';
import { applyReadPolicy } from '../access/apply-read-policy.ts';
import { allOf, readPolicyFor } from '../access/read-policy.ts';
import type { CompiledFormula, Path } from '../compiled/compiled-formula.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { memoizeByRoles, rolesKey } from '../compiled/memoize-by-roles.ts';
import { type CompiledQuery, queryResult } from '../compiled/record-queries.ts';
import { type Context, scopeOf } from '../context/decision-context.ts';
import { mayReadField } from '../context/permissions.ts';
import type { Principal } from '../core/principal.ts';

/**
 * Evaluates an expression of a call's answer about a record as far as the person may read: it is empty if it reads a
 * field that they may not, and its queries find only records and fields that they may read.
 */
export function readableOutcome(context: Context, formula: CompiledFormula, row: Row): Outcome {
  const { model, principal, facts } = context;
  if (!formula.reads.every((path) => mayFollow(context, row, path))) return null;
  const person = principal.row;
  if (person !== null && !formula.readsOfPerson.every((path) => mayFollow(context, person, path))) return null;
  const scope = scopeOf(context, row);
  const query: NonNullable<Scope['query']> = (asked, within) =>
    queryResult(readableQueries(model, principal, asked), facts, asked, within, false);
  return formula.evaluate({ ...scope, query, rows: () => undefined });
}

/** Whether the person may read each field on a path. A record that is not loaded yet counts as readable. */
function mayFollow(context: Context, row: Row, path: Path): boolean {
  let at: Row | null = row;
  for (const name of path) {
    if (name !== 'id' && !isLineOf(context, at) && !mayReadField(context, at, name)) return false;
    const type: Type | undefined = context.model.schema.entities.get(at.entity)?.attributes.get(name)?.type;
    const value: Value | undefined = at.values[name];
    if (type?.kind !== 'reference' || typeof value !== 'string') return true;
    at = context.find(type.entity, value) ?? null;
    if (at === null) return true;
  }
  return true;
}

/** Lines are readable with their record. */
const isLineOf = ({ model }: Context, row: Row): boolean => model.entities.get(row.entity)?.entity.belongsTo !== null;

/** Returns the query restricted to what these roles may read. */
function readableQueries(model: CompiledModel, principal: Principal, asked: Query): ReadonlyMap<Query, CompiledQuery> {
  const known = model.questions.get(asked);
  if (known === undefined) return new Map();
  const readable = memoizeByRoles(model, `readable ${known.id}`, principal, () => restricted(model, principal, known));
  return new Map([[asked, readable]]);
}

function restricted(model: CompiledModel, principal: Principal, known: CompiledQuery): CompiledQuery {
  const none = { ...known, question: null, result: null };
  const { question } = known;
  const entity = question === null ? undefined : model.entities.get(question.entity);
  if (question === null || entity === undefined) return none;
  const find = (name: string) => {
    const target = model.entities.get(name);
    return target === undefined ? null : { entity: target, policy: readPolicyFor(model, target, principal) };
  };
  const where = question.where && applyReadPolicy(question.where, question.entity, find);
  const body = question.body && applyReadPolicy(question.body, question.entity, find);
  if ((where === null) !== (question.where === null) || (body === null) !== (question.body === null)) return none;
  const gated = { ...question, where: allOf([readPolicyFor(model, entity, principal).rows, where]), body };
  const parameters = parametersIn([gated.where, gated.body].filter((part) => part !== null));
  return { ...known, id: `${known.id} of ${rolesKey(model, principal)}`, question: { ...gated, parameters } };
}
