import type { Row, Value } from '../../fields/text/value.ts';
import { filesIn } from '../../fields/types/file.ts';
import type { Field } from '../../model/types/model.ts';
import type { PreparedEntity } from '../compiled/compiled-model.ts';

/** An upload that a field takes. */
export interface Attached {
  readonly token: string;
  readonly entity: string;
  readonly id: string;
  readonly field: string;
}

/** Where the values go: the record as it stands (null: a new one), and what it is called. */
export interface Target {
  readonly entity: PreparedEntity;
  readonly id: string;
  readonly before: Row | null;
}

/** The uploads that must be attached when a field takes this value. */
export function newFile(
  target: { readonly entity: PreparedEntity; readonly id: string },
  field: Field,
  value: Value,
  before: Value,
): Attached[] {
  const files = filesIn(value);
  if (files.length === 0) return [];
  const stood = new Set(filesIn(before).map(({ file }) => file));
  return files.flatMap(({ file }) =>
    stood.has(file) ? [] : [{ token: file, entity: target.entity.name, id: target.id, field: field.name }],
  );
}
