import type { WireRecord } from '../../engine/core/wire-format.ts';

/** Whether the person may change this field of the record now. */
export function isChangeable({ _: { can } }: WireRecord, field: string): boolean {
  return Object.hasOwn(can.change, field) && can.change[field] === null;
}
