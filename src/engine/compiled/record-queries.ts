import { type Question, queriesIn, questionOf } from '../../expressions/relation/queries.ts';
import type { ByClock } from '../../expressions/types/computed-by-clock.ts';
import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Outcome, Query, Scope } from '../../expressions/types/scope.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Facts, QuestionNeed } from '../core/facts.ts';
import { isRow } from '../core/row.ts';

/** A question of the document's formulas; null: it can't be asked as one, and is worked out over all the records. */
export interface CompiledQuery {
  readonly id: string;
  readonly question: Question | null;
  /** The same over data in which the record at hand is written. */
  readonly result: Question | null;
  /** Whether it reads a field that differs from reader to reader. */
  readonly isForReader: boolean;
}

/** The questions of a document, by the query that asks them. */
export type Questions = Map<Query, CompiledQuery>;

/** Where questions are gathered from formulas about records of an entity. */
export interface QueryRequest {
  readonly schema: Schema;
  readonly zone: string;
  readonly entity: string | null;
  readonly byClock?: ByClock | undefined;
  readonly questions?: Questions;
  /** Takes the entities whose records have to be looked through one by one. */
  readonly looked?: Set<string>;
}

/** Notes what a formula asks. */
export function noteQuestions(typed: Typed, { schema, zone, entity, byClock, questions, looked }: QueryRequest): void {
  for (const query of queriesIn(typed)) {
    if (questions === undefined || questions.has(query)) continue;
    const whole = isOfOwnLines(query, schema, entity)
      ? null
      : questionOf(query, { schema, zone, byClock, own: entity });
    const result = questionOf(query, { schema, zone, byClock });
    const isForReader = fieldsRead(query).some((read) => byClock?.(read.entity, read.field)?.mentionsPerson === true);
    questions.set(query, { id: `question ${questions.size}`, question: whole, result, isForReader });
    if (whole !== null) continue;
    for (const part of walk(query)) if (part.op === 'query') looked?.add(part.entity);
  }
}

/** Lines are written with their record as a whole: what is stored of them while that is judged is not what will be. */
function isOfOwnLines(query: Query, { entities }: Schema, entity: string | null): boolean {
  if (entities.get(query.entity)?.entity.belongsTo == null || entity === null) return false;
  const lists = entities.get(entity)?.entity.fields.flatMap(({ type }) => (type.kind === 'list' ? [type.entity] : []));
  return query.entity === entity || lists?.includes(query.entity) === true;
}

/** What the facts say to a question that is asked over a scope; undefined: it is not worked out. */
export function answered(questions: Questions, facts: Facts, query: Query, scope: Scope, isResult: boolean): Outcome {
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

function needOf(id: string, question: Question, scope: Scope, isForReader: boolean): QuestionNeed {
  const values = question.parameters.map(({ value }) => keyOf(value(scope)));
  const reader = isForReader ? [scope.me?.id ?? null] : [];
  return { key: JSON.stringify([id, values, ...reader]), id, question, scope };
}

/** Told apart from every value: unknown. */
function keyOf(outcome: Outcome): unknown {
  if (outcome === undefined) return { unknown: true };
  if (Array.isArray(outcome)) return (outcome as readonly Value[]).map(keyOf);
  return isRow(outcome) ? outcome.id : outcome;
}
