import { parametersIn } from '../../expressions/relation/relation-parts.ts';
import type { Outcome, Query, Scope } from '../../expressions/types/scope.ts';
import { noValues, type Row } from '../../fields/text/value.ts';
import { applyReadPolicy } from '../access/apply-read-policy.ts';
import { allOf, readPolicyFor } from '../access/read-policy.ts';
import type { CompiledFormula } from '../compiled/compiled-formula.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { memoizeByRoles, rolesKey } from '../compiled/memoize-by-roles.ts';
import { type CompiledQuery, queryResult } from '../compiled/record-queries.ts';
import { type Context, entityOf, scopeOf } from '../context/decision-context.ts';
import type { Principal } from '../core/principal.ts';
import { rowWith, valuesOf } from '../core/row-values.ts';
import { readableValues } from '../records/etag.ts';

/**
 * Evaluates an expression of a call's answer about a record as far as the person may read: fields that they may not read
 * count as empty, records that they may not read do not exist, and queries find nothing else either. `row` has the
 * values that the person may read.
 */
export function readableOutcome(context: Context, formula: CompiledFormula, row: Row): Outcome {
  return formula.evaluate(readableScope(context, row));
}

/** Returns the scope of an expression about a record as far as the person may read, as in `readableOutcome`. */
export function readableScope(context: Context, row: Row): Scope {
  const { model, principal, facts } = context;
  const find: Scope['find'] = (entity, id) => {
    const found = context.find(entity, id);
    return found ? asRead(context, found) : found;
  };
  const query: NonNullable<Scope['query']> = (asked, within) =>
    queryResult(readableQueries(model, principal, asked), facts, asked, within, false);
  const me =
    principal.row === null
      ? null
      : (asRead(context, principal.row) ?? complete(context, { ...principal.row, values: noValues() }));
  return { ...scopeOf(context, complete(context, row)), me, find, query, rows: () => undefined };
}

/** Returns a record with the values that the person may read; null if they may not read it. */
function asRead(context: Context, row: Row): Row | null {
  const values = readableValues(context, row);
  return values === null ? null : complete(context, { ...row, values });
}

/** Returns a record in which a field without a value is empty. */
function complete({ model }: Context, row: Row): Row {
  const { attributes } = entityOf(model, row.entity);
  return rowWith(row, valuesOf(attributes.map(({ name }) => [name, row.values[name] ?? null])));
}

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
