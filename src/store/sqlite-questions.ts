import type { Answer, QuestionNeed } from '../engine/facts.ts';
import type { Question } from '../expressions/queries.ts';
import type { Layout } from './layout.ts';
import { answerOf, answerOfNone } from './sql/answers.ts';
import type { Statement } from './sql/list.ts';
import { bound } from './sql/parameters.ts';
import { questionStatement } from './sql/query.ts';
import { sqlite } from './sql/sqlite-dialect.ts';
import type { Database } from './sqlite-database.ts';

/** Answers questions over the records that there are now; each is compiled once for a layout. */
export function questionAsker(database: Database, layout: Layout): (need: QuestionNeed) => Answer {
  const statements = new WeakMap<Question, Statement>();
  const statementOf = (question: Question): Statement | null => {
    const known = statements.get(question);
    if (known !== undefined) return known;
    const made = questionStatement(question, layout, sqlite);
    if (made !== null) statements.set(question, made);
    return made;
  };
  return ({ question, scope }) => {
    const statement = statementOf(question);
    if (statement === null) return answerOfNone(question);
    const found = database.all(statement.sql, bound(statement.slots, question.parameters, scope, []));
    return answerOf(
      question,
      found.map(([value]) => value),
    );
  };
}
