import { useCallback, useMemo, useRef, useState } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { ViewEvent } from '../../../engine/view/view.ts';
import type { EntityInView, ScreenInView } from '../../view/view-context.tsx';

/** The actions of a list that its rows need. */
export interface RowActionsInHand {
  /** The events offered on rows and as bulk actions, in the order that the document states. */
  readonly events: readonly ViewEvent[];
  /** `busyKey`s of the actions in flight: the record's id and the event, with `bulk` as the id for several rows. */
  readonly busy: ReadonlySet<string>;
  readonly raise: (event: ViewEvent, records: readonly WireRecord[]) => void;
  /** Whether rows can be selected, which needs at least one bulk action. */
  readonly canSelect: boolean;
}

/** Connects the loaded `ListActions`: receives its `raise` and `busy`, and raises the events that were queued before. */
export type Take = (ways: Pick<RowActionsInHand, 'busy' | 'raise'>) => void;

export interface LazyActions extends RowActionsInHand {
  readonly take: Take;
  /** Whether an event was raised before `ListActions` was loaded, so that it must be loaded. */
  readonly isWanted: boolean;
}

/** The actions of a list while `ListActions` is not loaded yet. Events raised meanwhile are queued until it is. */
export function useLazyActions(screen: ScreenInView, entity: EntityInView): LazyActions {
  const [busy, setBusy] = useState<ReadonlySet<string>>(nothing);
  const [isWanted, setWanted] = useState(false);
  const acting = useRef<RowActionsInHand['raise']>(null);
  const asked = useRef<readonly Parameters<RowActionsInHand['raise']>[]>([]);
  const events = useMemo(
    () => screen.actions.flatMap((name) => entity.events.find((event) => event.name === name) ?? []),
    [screen, entity],
  );
  const raise = useCallback<RowActionsInHand['raise']>((event, records) => {
    if (acting.current !== null) return acting.current(event, records);
    if (asked.current.some(([each, rows]) => each === event && rows[0]?.id === records[0]?.id)) return;
    asked.current = [...asked.current, [event, records]];
    setWanted(true);
    setBusy(new Set(asked.current.map(([each, rows]) => busyKey(rows[0]?.id ?? '', each.name))));
  }, []);
  const take = useCallback<Take>((ways) => {
    acting.current = ways.raise;
    setBusy(ways.busy);
    const waiting = asked.current;
    asked.current = [];
    for (const [event, records] of waiting) ways.raise(event, records);
  }, []);
  return { events, busy, raise, take, isWanted, canSelect: events.length > 0 || entity.calls.delete !== null };
}

const nothing: ReadonlySet<string> = new Set();

/** Returns the key in `busy` for an event on a record. */
export const busyKey = (id: string, event: string): string => `${id} ${event}`;
