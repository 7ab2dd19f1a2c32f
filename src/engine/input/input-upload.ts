import type { Row, Value } from '../../fields/text/value.ts';
import { filesIn } from '../../fields/types/file.ts';
import type { Field } from '../../model/types/model.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';

/** An upload to be attached to a field. */
export interface Attached {
  readonly token: string;
  readonly entity: string;
  readonly id: string;
  readonly field: string;
}

/** The record that receives the values: its id, and the current row (null for a new record). */
export interface UploadTarget {
  readonly entity: CompiledEntity;
  readonly id: string;
  readonly before: Row | null;
}

/** Returns the uploads to attach when a field takes this value. */
export function newFile(
  target: { readonly entity: CompiledEntity; readonly id: string },
  field: Field,
  value: Value,
  before: Value,
): Attached[] {
  const files = filesIn(value);
  if (files.length === 0) return [];
  const current = new Set(filesIn(before).map(({ file }) => file));
  return files.flatMap(({ file }) =>
    current.has(file) ? [] : [{ token: file, entity: target.entity.name, id: target.id, field: field.name }],
  );
}
