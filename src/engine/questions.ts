import type { ByClock } from '../expressions/by-clock.ts';
import { type Question, queriesIn, questionOf } from '../expressions/queries.ts';
import type { Outcome, Query, Scope } from '../expressions/scope.ts';
import type { Typed } from '../expressions/typed.ts';
import { walk } from '../expressions/walk.ts';
import type { Value } from '../fields/value.ts';
import type { Schema } from '../model/schema.ts';
import type { Facts, QuestionNeed } from './facts.ts';
import { isRow } from './row.ts';

/** A question of the document's formulas; null: it can't be asked as one, and is worked out over all the records. */
export interface PreparedQuestion {
  readonly id: string;
  readonly question: Question | null;
}

/** The questions of a document, by the query that asks them. */
export type Questions = Map<Query, PreparedQuestion>;

/** Where questions are gathered from formulas about records of an entity. */
export interface Asking {
  readonly schema: Schema;
  readonly zone: string;
  readonly entity: string | null;
  readonly byClock?: ByClock | undefined;
  readonly questions?: Questions;
  /** Takes the entities whose records have to be looked through one by one. */
  readonly looked?: Set<string>;
}

/** Notes what a formula asks. */
export function noteQuestions(typed: Typed, { schema, zone, entity, byClock, questions, looked }: Asking): void {
  for (const query of queriesIn(typed)) {
    if (questions === undefined || questions.has(query)) continue;
    const whole = isOfOwnLines(query, schema, entity)
      ? null
      : questionOf(query, { schema, zone, byClock, own: entity });
    questions.set(query, { id: `question ${questions.size}`, question: whole });
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
export function answered(questions: Questions, facts: Facts, query: Query, scope: Scope): Outcome {
  const { id, question } = questions.get(query) ?? NOT_ASKED;
  if (question === null || facts.answer === undefined || !question.ready(scope)) return undefined;
  const answer = facts.answer(needOf(id, question, scope));
  if (answer === undefined) return undefined;
  if ('value' in answer) return answer.value;
  scope.tooLarge?.();
  return undefined;
}

const NOT_ASKED: PreparedQuestion = { id: '', question: null };

function needOf(id: string, question: Question, scope: Scope): QuestionNeed {
  const values = question.parameters.map(({ value }) => keyOf(value(scope)));
  return { key: JSON.stringify([id, values]), id, question, scope };
}

/** Told apart from every value: unknown. */
function keyOf(outcome: Outcome): unknown {
  if (outcome === undefined) return { unknown: true };
  if (Array.isArray(outcome)) return (outcome as readonly Value[]).map(keyOf);
  return isRow(outcome) ? outcome.id : outcome;
}
