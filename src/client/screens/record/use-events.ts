import { useState } from 'react';
import type { Problem, WireRecord } from '../../../engine/core/wire-format.ts';
import { ProblemError } from '../../api/request.ts';
import { showStoredHere } from '../../data/unsent.ts';
import { messages } from '../../languages/messages.ts';
import { useToast } from '../../toasts/toasts.tsx';
import { useWarnings } from '../../toasts/use-warnings.ts';
import { hasInverseEvent } from '../../undo/inverse-event.ts';
import { irreversibleEffect } from '../../undo/irreversible-reason.ts';
import { useRaiseOptimistically } from '../../undo/predicted-change.ts';
import { useShownId } from '../../undo/use-shown-id.ts';
import { isQueued, useUndoQueue } from '../../undo/use-undo-queue.ts';
import { fieldValue, shownText } from '../../view/display-value.ts';
import { type EntityInView, useView } from '../../view/view-context.tsx';
import { listScreenOf } from '../form/form-actions.ts';
import type { EventOffer } from './events.ts';
import { showUndoFailed, type Undo, undoFor } from './undo.ts';

export interface EventsState {
  /** The event whose asks are being filled in. */
  readonly asking: string | null;
  /** Whether the event is being sent or waits in the undo queue. */
  readonly isBusy: (event: string) => boolean;
  /** The record that decides which events are offered: while an event is running, the version it was raised on. */
  readonly offeredOn: WireRecord;
  /** Why the last event was refused. */
  readonly refused: { readonly event: string; readonly problem: Problem } | null;
  readonly press: (offer: EventOffer) => void;
  readonly close: () => void;
  /** Called after an event with asks was raised. */
  readonly done: (offer: EventOffer, after: WireRecord | null) => void;
}

/**
 * Raises events of a record, shows the result, and offers an undo if an event leads back. An event that can't be undone is
 * delayed and can be cancelled until it is sent.
 */
export function useEvents(
  entity: EntityInView,
  record: WireRecord,
  onAdopt: (record: WireRecord) => void,
): EventsState {
  const context = useView();
  const say = useToast();
  const warn = useWarnings();
  const raise = useRaiseOptimistically(entity.name);
  const [asking, setAsking] = useState<string | null>(null);
  const [busy, setBusy] = useState<{ readonly event: string; readonly record: WireRecord } | null>(null);
  const [refused, setRefused] = useState<EventsState['refused']>(null);
  const { entries, delay, reportRefusal } = useUndoQueue();
  const shown = useShownId(record.id);
  const machines = context.schema.entities.get(entity.name)?.machines ?? [];

  const isBusy = (event: string) => busy?.event === event || isQueued(entries, record.id, event);
  const done: EventsState['done'] = (offer, after) => {
    setAsking(null);
    if (after === null) {
      // The event succeeded, and the person can no longer read the record.
      say({ title: messages.record.done({ event: offer.label }) });
      if (shown.current !== record.id) return;
      return context.go(listScreenOf(context.view, entity.name)?.href ?? '/', { replace: true });
    }
    warn(after);
    const undo = undoFor(machines, record, after);
    const moved = machines.find(
      ({ name, stateless }) => !stateless && fieldValue(record, name) !== fieldValue(after, name),
    );
    const type = moved === undefined ? undefined : entity.attributes.get(moved.name)?.type;
    const state =
      type === undefined || moved === undefined ? '' : shownText(context, type, fieldValue(after, moved.name));
    say({
      title:
        state === ''
          ? messages.record.done({ event: offer.label })
          : messages.record.moved({ event: offer.label, state }),
      text: after._.title,
      ...(undo === null ? {} : { action: { label: messages.record.undo, onPress: () => void takeBack(undo, after) } }),
    });
  };
  const takeBack = async ({ event, expected }: Undo, after: WireRecord) => {
    try {
      await raise(after, { event, expected });
      say({ title: messages.record.undone, text: after._.title, tone: 'info' });
    } catch (error) {
      showUndoFailed(say, error);
    }
  };
  /** What an event that calls the record off does, in words. */
  const effectOf = ({ name }: EventOffer): string => {
    const machine = machines.find(({ transitions }) => transitions.some(({ event }) => event === name));
    const from = machine === undefined ? null : fieldValue(record, machine.name);
    const to = machine?.transitions.find((each) => each.event === name && each.from === from)?.to;
    const state = machine?.states.find((each) => each.name === to)?.label;
    return state === undefined ? messages.undo.final : messages.undo.becomes({ state });
  };
  const raiseNow = async (offer: EventOffer) => {
    const consequence = irreversibleEffect(entity, offer.name, record) ?? (offer.isDanger ? effectOf(offer) : null);
    const waits = consequence !== null || !hasInverseEvent(record, offer.name);
    const ask = {
      label: offer.label,
      text: record._.title,
      records: [record.id],
      event: offer.name,
      consequence,
      canBeUndone: hasInverseEvent(record, offer.name),
      isDanger: offer.isDanger,
    };
    if (!waits) setBusy({ event: offer.name, record });
    setRefused(null);
    try {
      const work = () => raise(record, { event: offer.name, wasDelayed: waits });
      const sent = waits ? await delay(ask, work) : { value: await work() };
      if (sent !== null) done(offer, sent.value);
    } catch (error) {
      if (showStoredHere(say, error)) return;
      if (!(error instanceof ProblemError)) throw error;
      if (error.problem.current !== undefined) onAdopt(error.problem.current);
      if (shown.current === record.id) setRefused({ event: offer.name, problem: error.problem });
      else reportRefusal(ask, entity.name, error.problem);
    } finally {
      setBusy(null);
    }
  };
  const press = (offer: EventOffer) => {
    setRefused(null);
    if (offer.asks.length > 0) setAsking(offer.name);
    else if (busy === null && !isBusy(offer.name)) void raiseNow(offer);
  };
  const isPressed = busy !== null && busy.record.id === record.id && busy.record._.etag === record._.etag;
  const offeredOn = isPressed ? busy.record : record;
  return { asking, isBusy, offeredOn, refused, press, close: () => setAsking(null), done };
}
