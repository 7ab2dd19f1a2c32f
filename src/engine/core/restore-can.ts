import type { Can, SharedCan, WireRefusal } from './wire-format.ts';

interface SentRecord {
  readonly _: { can: Can | number };
}

type Item = SentRecord | { readonly record?: SentRecord | null };

interface Response {
  _?: Partial<SharedCan>;
  readonly items?: readonly Item[];
  readonly outcomes?: readonly Item[];
}

/** Puts the permissions that the records of a parsed response share (`SharedCan`) into the records, in place. */
export function restoreCan(response: unknown): unknown {
  const { _: shared, items, outcomes } = (response ?? {}) as Response;
  // In a response with one record, `_` describes the record.
  if (!Array.isArray(shared?.can)) return response;
  const { can, refusals = [] } = shared;
  const restored = can.map((each) => restoredCan(each, refusals));
  for (const item of items ?? outcomes ?? []) {
    const record = '_' in item ? item : item.record;
    const own = record?._;
    if (typeof own?.can === 'number') own.can = restored[own.can] as Can;
  }
  delete (response as Response)._;
  return response;
}

function restoredCan(can: SharedCan['can'][number], refusals: readonly WireRefusal[]): Can {
  const one = (index: number | null) => (index === null ? null : (refusals[index] as WireRefusal));
  const all = (indexes: Readonly<Record<string, number | null>>) =>
    Object.fromEntries(Object.entries(indexes).map(([name, index]) => [name, one(index)]));
  return { ...can, delete: one(can.delete), change: all(can.change), events: all(can.events) };
}
