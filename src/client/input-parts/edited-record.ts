import { createContext, use } from 'react';
import type { Json } from '../../engine/core/intent.ts';
import { fieldsOfThis } from '../../expressions/syntax/choice-tree.ts';
import type { Offered } from '../data/records.ts';
import { fieldValue } from '../view/display-value.ts';
import type { ControlProps } from './control.ts';

/** The record or line around an input as it is filled in. */
export interface EditedRecord {
  /** The id of the stored record; null for a new record and for a line, whose values are all typed. */
  readonly id: string | null;
  readonly currentValue: (name: string) => Json;
}

/** Provided by the form or the line around an input; null outside forms: then the record is as it is stored. */
export const EditedRecordContext = createContext<EditedRecord | null>(null);

/** Returns what limits the records that a reference field offers (`among`); undefined if nothing does. */
export function useOffered({ attribute, record }: ControlProps): Offered | undefined {
  const edited = use(EditedRecordContext);
  if (attribute.kind !== 'field' || attribute.field.among === null) return undefined;
  const { among } = attribute.field;
  const currentValue = edited?.currentValue ?? ((name: string) => (record === null ? null : fieldValue(record, name)));
  const names = among.tree === null ? [] : fieldsOfThis(among.tree);
  return {
    field: attribute.id,
    record: edited === null ? (record?.id ?? null) : edited.id,
    values: Object.fromEntries(names.map((name) => [name, currentValue(name)])),
  };
}
