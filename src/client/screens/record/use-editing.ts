import { useEffect, useMemo, useState } from 'react';
import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { isObject, member } from '../../../fields/text/json.ts';
import { BASE } from '../../drafts/base.ts';
import { type DraftHandle, draftKey, useDraft } from '../../drafts/drafts.tsx';
import type { EntityInView } from '../../view/view-context.tsx';
import { type MergedDraft, mergeDraft, valuesOf } from '../form/merge-versions.ts';

interface Base {
  readonly etag: string;
  readonly values: ReadonlyMap<string, Json>;
}

export interface Editing {
  readonly draft: DraftHandle;
  /** Set while this person and somebody else changed the same fields. */
  readonly conflict: MergedDraft | null;
  /** Fields that somebody else changed since the form was opened and that were updated; null if nothing was merged. */
  readonly updated: readonly string[] | null;
  /** Rebases the draft on the current record. The typed values of the dropped fields are removed. */
  readonly rebase: (dropped: readonly string[]) => void;
}

/** The draft of a record's form. Changes by others are merged into it; changes of the same fields are a conflict. */
export function useEditing(
  screen: string,
  entity: EntityInView,
  record: WireRecord,
  names: readonly string[],
): Editing {
  const stored = useDraft(draftKey(screen, record.id));
  const [updated, setUpdated] = useState<readonly string[] | null>(null);
  const idOf = (name: string) => entity.attributes.get(name)?.id ?? name;
  const typed = new Map(
    names.flatMap((name) => {
      const value = stored.values.get(idOf(name));
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  const base = baseFrom(stored.values.get(BASE), names);
  const isOld = base !== null && base.etag !== record._.etag;
  const merged = isOld ? mergeDraft(names, typed, base.values, valuesOf(record, names)) : null;
  const conflict = merged !== null && merged.conflicts.length > 0 ? merged : null;

  const rebase = (dropped: readonly string[]) => {
    for (const name of dropped) stored.unset(idOf(name));
    if (typed.size > dropped.length) stored.set(BASE, asJson(record, names));
    else stored.clear();
  };
  useEffect(() => {
    if (merged === null || conflict !== null) return;
    setUpdated(merged.updated);
    rebase([...typed.keys()].filter((name) => !merged.mine.has(name)));
  });

  const draft = useMemo((): DraftHandle => {
    const fields = new Map([...stored.values].filter(([id]) => id !== BASE));
    return {
      values: fields,
      touched: fields.size > 0,
      set: (id, value, isSecret) => {
        if (!stored.values.has(BASE)) stored.set(BASE, asJson(record, names));
        stored.set(id, value, isSecret);
      },
      unset: (id) => {
        if (fields.size > 1 || !fields.has(id)) stored.unset(id);
        else stored.clear();
      },
      clear: stored.clear,
    };
  }, [stored, record, names]);
  return { draft, conflict, updated, rebase };
}

/** Whether the record has a draft. */
export function useIsTyped(screen: string, record: string): boolean {
  return useDraft(draftKey(screen, record)).touched;
}

function asJson(record: WireRecord, names: readonly string[]): Json {
  return { etag: record._.etag, values: [...valuesOf(record, names)].map(([name, value]) => [name, value]) };
}

function baseFrom(stored: Json | undefined, names: readonly string[]): Base | null {
  if (stored === undefined || !isObject(stored)) return null;
  const etag = member(stored, 'etag');
  const values = member(stored, 'values');
  if (typeof etag !== 'string' || !Array.isArray(values)) return null;
  const pairs = (values as readonly Json[]).flatMap((pair) =>
    Array.isArray(pair) && typeof pair[0] === 'string' && names.includes(pair[0])
      ? [[pair[0], (pair[1] ?? null) as Json] as const]
      : [],
  );
  return { etag, values: new Map(pairs) };
}
