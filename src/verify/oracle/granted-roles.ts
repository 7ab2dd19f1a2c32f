import type { Field } from '../../model/types/model.ts';
import { personEntity } from '../evaluator/names.ts';
import type { Row } from '../evaluator/value.ts';
import type { Stored } from '../evaluator/world.ts';
import { type Draft, draftOf } from '../oracle-rules/draft.ts';
import { may, mayAtAll, mayGiveAny } from '../oracle-rules/permissions.ts';
import { type RequestContext, rowOf } from '../oracle-rules/request-context.ts';
import { namesIn } from './role-changes.ts';

/** Whether the person sets the password of somebody whom they could not have created. */
export function isForeignPassword(
  context: RequestContext,
  { type, name }: Field,
  stored: Stored,
  draft: Draft,
): boolean {
  if (type.kind !== 'password' || context.person?.id === stored.id) return false;
  if (draft.faults.some((fault) => fault.path === name)) return false;
  const row = rowOf(context.model, stored);
  const roles = (personEntity(context.model)?.fields ?? []).filter((field) => field.type.kind === 'role');
  const now = draftOf(stored);
  return (
    !mayAtAll(context, 'create', stored.entity) ||
    !may(context, 'create', row) ||
    roles.some((field) => grantsTooMuch(context, 'create', field, now, null, row))
  );
}

/** Whether the draft gives a role that the person does not have, without a cell that says `(any)`. */
export function grantsTooMuch(
  context: RequestContext,
  operation: 'create' | 'change',
  field: Field,
  draft: Draft,
  before: Stored | null,
  row: Row,
): boolean {
  if (field.type.kind !== 'role' || draft.entity !== personEntity(context.model)?.name) return false;
  if (draft.faults.some((fault) => fault.path === field.name) || mayGiveAny(context, operation, row, field.name))
    return false;
  const had = namesIn(before?.values.get(field.name));
  return namesIn(draft.values.get(field.name)).some((name) => !had.includes(name) && !context.roles.includes(name));
}
