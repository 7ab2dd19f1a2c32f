import { useCallback, useMemo, useRef, useState } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { ViewEvent } from '../../../engine/view/view.ts';
import type { EntityInView, ScreenInView } from '../../view/view-context.tsx';

/** What the rows of a list know of its actions. */
export interface RowActionsInHand {
  /** The events offered on rows and in bulk, in stated order. */
  readonly events: readonly ViewEvent[];
  /** `id event` of what is under way; with `bulk` for many. */
  readonly busy: ReadonlySet<string>;
  readonly raise: (event: ViewEvent, records: readonly WireRecord[]) => void;
  /** There is something to do with several rows, so that they can be chosen. */
  readonly canSelect: boolean;
}

/** The part that acts, once it is there: it says what is under way, and is given what was asked for before. */
export type Take = (ways: Pick<RowActionsInHand, 'busy' | 'raise'>) => void;

export interface LazyActions extends RowActionsInHand {
  readonly take: Take;
  /** Something was asked for, and the part that acts is not there yet. */
  readonly isWanted: boolean;
}

/** The actions of a list before the part that acts is loaded. What is asked meanwhile is done once it is. */
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

/** Names what is under way. */
export const busyKey = (id: string, event: string): string => `${id} ${event}`;
