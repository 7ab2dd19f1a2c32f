import type { FieldProblem } from '../fields/problem.ts';
import type { Value } from '../fields/value.ts';
import type { Field } from '../model/model.ts';
import { type Context, entityOf } from './context.ts';
import { failure } from './errors.ts';
import { entityText } from './message-values.ts';
import { mayReadRecord } from './permissions.ts';
import type { Failure } from './refusal.ts';

export type ReadValue = { readonly value: Value } | { readonly failure: Failure };

/** A problem of the field's type as a failure at this place. */
export function problemOf({ app }: Context, field: Field, problem: FieldProblem, path: Failure['path']): Failure {
  const code = LINE_CODES.get(problem.code) ?? problem.code;
  const inBytes = problem.values.unit === 'bytes';
  const { expected } = problem.values;
  const said = typeof expected === 'string' ? { expected: app.sentences.expected(field.type, expected) } : {};
  const most = inBytes ? { max: app.format.bytes(Number(problem.values.max)) } : {};
  const values = { ...problem.values, ...said, ...most };
  const constant =
    problem.code === 'LIMIT_NOT_SHOWN' ? app.schema.constants.get(String(problem.values.limit)) : undefined;
  return failure(
    app,
    problem.at === undefined ? path : [...path, problem.at],
    code,
    values,
    constant === undefined ? [field.id] : [field.id, constant.id],
  );
}

/** In the words for a rule that they may not see. */
export function untold({ app }: Context, { path, code }: Failure): Failure {
  const hidden = failure(app, path, 'NOT_VALID', { condition: app.sentences.hiddenCondition }, []);
  return { ...hidden, code };
}

const LINE_CODES: ReadonlyMap<string, string> = new Map([
  ['TOO_FEW', 'TOO_FEW_LINES'],
  ['TOO_MANY', 'TOO_MANY_LINES'],
]);

/** Whether a record is there for this person: one that they may not read is none. */
export function isThere(context: Context, entity: string, id: Value): boolean {
  if (typeof id === 'string' && context.facts.unseen?.(entity, id) === true) return false;
  const row = typeof id === 'string' ? context.find(entity, id) : null;
  if (row === undefined && context.typing) return true;
  return row !== null && row !== undefined && mayReadRecord(context, row);
}

/** That there is none: whether it is not there or not theirs to read. */
export function noSuch({ app }: Context, field: Field, path: Failure['path']): ReadValue {
  const { type } = field;
  const entity =
    type.kind === 'reference' || type.kind === 'references'
      ? entityText(app, entityOf(app, type.entity))
      : app.sentences.within(field.label);
  return { failure: failure(app, path, 'NO_SUCH_VALUE', { entity, field: field.label }, [field.id]) };
}
