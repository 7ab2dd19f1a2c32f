import type { Answer, QuestionNeed } from '../../engine/core/needs-and-facts.ts';
import type { DatabaseQuery } from '../../expressions/relation/queries.ts';
import { all, type DbProgram } from '../core/db-program.ts';
import type { Layout } from '../core/layout.ts';
import { answerOf, emptyAnswer } from '../sql/answers.ts';
import type { Dialect } from '../sql/dialect.ts';
import type { Statement } from '../sql/list.ts';
import { boundValues } from '../sql/parameters.ts';
import { questionStatement } from '../sql/question.ts';

/** Returns a function that answers questions over the current records. Each question is compiled once per layout. */
export function createQueryRunner(layout: Layout, dialect: Dialect): (need: QuestionNeed) => DbProgram<Answer> {
  const statements = new WeakMap<DatabaseQuery, Statement>();
  const statementOf = (question: DatabaseQuery): Statement | null => {
    const cached = statements.get(question);
    if (cached !== undefined) return cached;
    const compiled = questionStatement(question, layout, dialect);
    if (compiled !== null) statements.set(question, compiled);
    return compiled;
  };
  return function* ask({ question, scope }) {
    const statement = statementOf(question);
    if (statement === null) return emptyAnswer(question);
    const found = yield* all(statement.sql, boundValues(statement.slots, question.parameters, scope, [], dialect));
    return answerOf(
      question,
      found.map(([value]) => value),
    );
  };
}
