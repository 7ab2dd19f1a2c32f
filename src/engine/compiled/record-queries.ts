import { type DatabaseQuery, databaseQueryOf, queriesIn } from '../../expressions/relation/queries.ts';
import type { ComputedOnRead } from '../../expressions/types/computed-by-clock.ts';
import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Outcome, Query, Scope } from '../../expressions/types/scope.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Facts, QuestionNeed } from '../core/needs-and-facts.ts';
import { isRow } from '../core/row-values.ts';

/**
 * A query in the document's formulas. `question` is null if the query can't be compiled to SQL; it is then evaluated
 * over all records in memory.
 */
export interface CompiledQuery {
  readonly id: string;
  readonly question: DatabaseQuery | null;
  /** The same query over data in which the pending write is already stored. */
  readonly result: DatabaseQuery | null;
  /** Whether the query reads a field whose value depends on the reader. */
  readonly isForReader: boolean;
}

/** All compiled queries of a document. */
export type Questions = Map<Query, CompiledQuery>;

/** Options for collecting the queries of formulas about records of an entity. */
export interface QueryCollector {
  readonly schema: Schema;
  readonly zone: string;
  readonly entity: string | null;
  readonly byClock?: ComputedOnRead | undefined;
  readonly questions?: Questions;
  /** Collects the entities whose records must be evaluated one by one. */
  readonly scannedEntities?: Set<string>;
}

/** Adds the queries of a formula to the collection. */
export function collectQueries(
  typed: Typed,
  { schema, zone, entity, byClock, questions, scannedEntities }: QueryCollector,
): void {
  for (const query of queriesIn(typed)) {
    if (questions === undefined || questions.has(query)) continue;
    const question = isOfOwnLines(query, schema, entity)
      ? null
      : databaseQueryOf(query, { schema, zone, byClock, own: entity });
    const result = databaseQueryOf(query, { schema, zone, byClock });
    const isForReader = fieldsRead(query).some((read) => byClock?.(read.entity, read.field)?.mentionsPerson === true);
    questions.set(query, { id: `question ${questions.size}`, question, result, isForReader });
    if (question !== null) continue;
    for (const part of walk(query)) if (part.op === 'query') scannedEntities?.add(part.entity);
  }
}

/**
 * Returns whether the query is over the record's own lines. Lines are written with their record as a whole, so the
 * stored lines are out of date while the write is being judged.
 */
function isOfOwnLines(query: Query, { entities }: Schema, entity: string | null): boolean {
  if (entities.get(query.entity)?.entity.belongsTo == null || entity === null) return false;
  const lists = entities.get(entity)?.entity.fields.flatMap(({ type }) => (type.kind === 'list' ? [type.entity] : []));
  return query.entity === entity || lists?.includes(query.entity) === true;
}

/** Returns the result of a query for a scope; undefined if the result is not loaded. */
export function queryResult(
  questions: Pick<Questions, 'get'>,
  facts: Facts,
  query: Query,
  scope: Scope,
  isResult: boolean,
): Outcome {
  const { id, question: before, result, isForReader } = questions.get(query) ?? NOT_ASKED;
  const question = isResult ? result : before;
  if (question === null || facts.answer === undefined || !question.ready(scope)) return undefined;
  const answer = facts.answer(needOf(id, question, scope, isForReader));
  if (answer === undefined) return undefined;
  if ('value' in answer) return answer.value;
  scope.tooLarge?.();
  return undefined;
}

const NOT_ASKED: CompiledQuery = { id: '', question: null, result: null, isForReader: false };

function needOf(id: string, question: DatabaseQuery, scope: Scope, isForReader: boolean): QuestionNeed {
  const values = question.parameters.map(({ value }) => keyOf(value(scope)));
  const reader = isForReader ? [scope.me?.id ?? null] : [];
  return { key: JSON.stringify([id, values, ...reader]), id, question, scope };
}

/** Converts a parameter to a JSON key. Unknown gets a key that differs from every value. */
function keyOf(outcome: Outcome): unknown {
  if (outcome === undefined) return { unknown: true };
  if (Array.isArray(outcome)) return (outcome as readonly Value[]).map(keyOf);
  return isRow(outcome) ? outcome.id : outcome;
}
