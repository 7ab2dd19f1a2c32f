import type { Row } from '../../fields/text/value.ts';
import type { Field } from '../../model/types/model.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import type { Write } from '../context/verdict.ts';
import type { HashedPassword } from '../core/intent.ts';
import type { Failure } from '../core/refusal.ts';
import { rowWith, valuesOf } from '../core/row-values.ts';
import { failure } from '../errors/error-catalogue.ts';

/**
 * A valid password that was sent; empty text if it was cleared. It never becomes a value of the record: only rules read
 * it, and only its hash is stored. `hashed`: absent in a form, which writes nothing.
 */
export interface PasswordInput {
  readonly field: Field;
  readonly value: string;
  readonly hashed?: HashedPassword;
}

/** Whether a password may be sent: for a person, where its hash is known or a form is filled in. */
export function takesPassword(
  { model, isForm }: Context,
  { name }: CompiledEntity,
  hashed: HashedPassword | undefined,
): boolean {
  return model.people?.entity === name && (isForm || hashed !== undefined);
}

/** Returns the record as rules see it: with the password that was sent. */
export function withPassword(row: Row, password: PasswordInput | undefined): Row {
  if (password === undefined || password.value === '') return row;
  return rowWith(row, valuesOf([[password.field.name, password.value]]));
}

/**
 * Returns the failure if a required password is missing: on create, if none was sent; on a change, if it was cleared.
 * The product creates people without one.
 */
export function missingPassword(
  context: Context,
  { entity }: CompiledEntity,
  inputs: { readonly password?: PasswordInput; readonly bad: ReadonlySet<string> },
  before: Row | null = null,
): Failure[] {
  const { password, bad } = inputs;
  if (context.product || (before !== null && password === undefined)) return [];
  return entity.fields.flatMap(({ type, required, name, label, id }) =>
    type.kind === 'password' && required && !bad.has(name) && (password?.value ?? '') === ''
      ? [failure(context.model, [name], 'REQUIRED', { field: label }, [id])]
      : [],
  );
}

/** Returns the name of the field whose password is stored; nothing if none is. */
export const namesOf = (password: PasswordInput | undefined): readonly string[] =>
  password === undefined || password.value === '' ? [] : [password.field.name];

/** Returns the write that stores the password of a person. */
export function passwordWrites(
  { entity, id }: Pick<Row, 'entity' | 'id'>,
  password: PasswordInput | undefined,
  isNew: boolean,
): Write[] {
  if (password?.hashed === undefined || password.value === '') return [];
  return [{ kind: 'password', entity, id, isNew, ...password.hashed }];
}
