import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Machine } from '../../../model/types/model.ts';
import { ProblemError } from '../../api/request.ts';
import { showStoredHere } from '../../data/unsent.ts';
import { type Input, useChangeOf, useRaise } from '../../data/writes.ts';
import { messages } from '../../languages/messages.ts';
import { useToast } from '../../toasts/toasts.tsx';
import { hasInverseEvent } from '../../undo/inverse-event.ts';
import { irreversibleEffect } from '../../undo/irreversible-reason.ts';
import { useUndoQueue } from '../../undo/use-undo-queue.ts';
import type { QueueEntry } from '../../undo-queue/undo-queue.ts';
import { fieldValue } from '../../view/display-value.ts';
import { useLabelOf } from '../../view/labels.ts';
import type { EntityInView, ScreenInView } from '../../view/view-context.tsx';
import type { EventOffer } from '../record/events.ts';
import { showUndoFailed, type Undo, undoFor } from '../record/undo.ts';
import type { ColumnInfo } from './columns.ts';
import { columnOf, type Move } from './moves.ts';
import type { PendingMove } from './placed-cards.ts';

export interface BoardMoves {
  readonly pending: ReadonlyMap<string, PendingMove>;
  /** The event whose asks are being filled in. */
  readonly asking: { readonly record: WireRecord; readonly offer: EventOffer } | null;
  /** A move for which the person chooses one of several events. */
  readonly choosing: { readonly record: WireRecord; readonly move: Move } | null;
  /** Performs a move after a drop. */
  readonly move: (record: WireRecord, move: Move) => void;
  /** Raises the chosen event, after asking for its input. */
  readonly raise: (record: WireRecord, offer: EventOffer, column: string) => void;
  /** Called after an event with asks was raised. */
  readonly done: (record: WireRecord, offer: EventOffer, after: WireRecord | null) => void;
  /** Replaces the record of the open event by its current version. */
  readonly adoptRecord: (record: WireRecord) => void;
  readonly close: () => void;
  /** Refetches all columns. */
  readonly refresh: () => void;
}

/** What the moves of a board depend on. */
export interface MoveOptions {
  readonly field: string;
  /** The state machine of the field; null if the field is not a state. */
  readonly machine: Machine | null;
  /** All state machines of the entity. */
  readonly machines: readonly Machine[];
  readonly columns: readonly ColumnInfo[];
}

/**
 * Moves cards: on a board of states by raising events, else by changing the field or by an event that sets it. The card is
 * shown in its new column until the server answers.
 */
export function useMoves(
  screen: ScreenInView,
  entity: EntityInView,
  { field, machine, machines, columns }: MoveOptions,
): BoardMoves {
  const say = useToast();
  const labelOf = useLabelOf();
  const raiseMutation = useRaise(entity.name);
  const { mutateAsync: change } = useChangeOf(entity.name);
  const refetchColumns = useRefetchColumns(screen.id);
  const { entries, delay, reportRefusal } = useUndoQueue();
  const [running, setRunning] = useState<ReadonlyMap<string, PendingMove>>(new Map());
  const pending = useMemo(() => new Map([...running, ...cardsIn(entries)]), [running, entries]);
  const [asking, setAsking] = useState<BoardMoves['asking']>(null);
  const [choosing, setChoosing] = useState<BoardMoves['choosing']>(null);
  const close = () => {
    setAsking(null);
    setChoosing(null);
  };
  const settle = (id: string) => setRunning((now) => new Map([...now].filter(([each]) => each !== id)));

  const showNotMoved = (record: WireRecord, error: unknown) => {
    if (showStoredHere(say, error)) return;
    if (!(error instanceof ProblemError)) throw error;
    const { detail, next = '' } = error.problem;
    say({
      title: messages.board.notMoved({ title: record._.title }),
      text: `${detail} ${next}`.trim(),
      tone: 'danger',
    });
  };
  /** Shows the card in its target column while `work` runs. If `work` is refused, the card moves back. */
  const withPendingMove = async (
    record: WireRecord,
    to: string,
    work: () => Promise<void>,
    onError: (error: unknown) => void = (error) => showNotMoved(record, error),
  ) => {
    setRunning((now) => new Map([...now, [record.id, { record, to }]]));
    try {
      await work();
    } catch (error) {
      onError(error);
    } finally {
      await refetchColumns();
      settle(record.id);
    }
  };
  const raiseEvent = (record: WireRecord, event: string, input: Input = {}, wasDelayed = false) =>
    raiseMutation.mutateAsync({ id: record.id, etag: record._.etag, event, input, wasDelayed });
  const send = (record: WireRecord, offer: EventOffer, column: string, input: Input = {}) =>
    hasInverseEvent(record, offer.name) && irreversibleEffect(entity, offer.name, record) === null
      ? withPendingMove(record, column, async () =>
          announce(record, offer, await raiseEvent(record, offer.name, input)),
        )
      : sendDelayed(record, offer, column, input);
  /** Delays an event that can't be undone: until it is sent, the card is in its target column and the person can cancel. */
  const sendDelayed = async (record: WireRecord, offer: EventOffer, to: string, input: Input) => {
    const { id, _: info } = record;
    const consequence = irreversibleEffect(entity, offer.name, record);
    const ask = {
      label: offer.label,
      text: info.title,
      records: [id],
      event: offer.name,
      card: { record, to },
      consequence,
    };
    try {
      const sent = await delay(ask, () => raiseEvent(record, offer.name, input, true).finally(refetchColumns));
      if (sent !== null) announce(record, offer, sent.value);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      reportRefusal(ask, entity.name, error.problem);
    }
  };
  /** Like `withPendingMove`, for the undo of a move. */
  const withPendingUndo = (record: WireRecord, to: string, work: () => Promise<unknown>) =>
    withPendingMove(
      record,
      to,
      async () => {
        await work();
        say({ title: messages.record.undone, text: record._.title, tone: 'info' });
      },
      (error) => showUndoFailed(say, error),
    );
  const undoEvent = (record: WireRecord, { event, expected }: Undo, to: string) =>
    withPendingUndo(record, to, () =>
      raiseMutation.mutateAsync({ id: record.id, etag: record._.etag, event, expected }),
    );
  const announce = (record: WireRecord, offer: EventOffer, after: WireRecord | null) => {
    const state = machine === null || after === null ? null : fieldValue(after, machine.name);
    const label = machine?.states.find(({ name }) => name === state)?.label;
    const undo = after === null ? null : undoFor(machine === null ? machines : [machine], record, after);
    say({
      title:
        label === undefined
          ? messages.record.done({ event: offer.label })
          : messages.record.moved({ event: offer.label, state: label }),
      text: record._.title,
      ...(undo === null || after === null
        ? {}
        : {
            action: {
              label: messages.record.undo,
              onPress: () => void undoEvent(after, undo, columnOf(record, field)),
            },
          }),
    });
  };
  const changeField = (record: WireRecord, column: string, value: Json) =>
    withPendingMove(record, column, async () => {
      const after = await change({ id: record.id, etag: record._.etag, input: Object.fromEntries([[field, value]]) });
      const label = columns.find(({ name }) => name === column)?.label ?? column;
      const back = fieldValue(record, field);
      say({
        title: messages.board.changed({ label: labelOf(entity.attributes.get(field)?.id ?? field), column: label }),
        text: record._.title,
        ...(after === null
          ? {}
          : {
              action: {
                label: messages.record.undo,
                onPress: () => void undoChange(after, columnOf(record, field), back),
              },
            }),
      });
    });
  const undoChange = (record: WireRecord, column: string, value: Json) =>
    withPendingUndo(record, column, () => {
      const expected = { [field]: fieldValue(record, field) };
      return change({ id: record.id, etag: record._.etag, input: { [field]: value }, expected });
    });
  const raise: BoardMoves['raise'] = (record, offer, column) => {
    close();
    if (offer.refusal !== null || pending.has(record.id)) return;
    if (offer.asks.length > 0) setAsking({ record, offer });
    else void send(record, offer, column);
  };
  const move: BoardMoves['move'] = (record, to) => {
    const { refusal, offers } = to;
    const [offer] = offers;
    if (refusal === null && to.change !== undefined) {
      const { value, by } = to.change;
      if (pending.has(record.id)) return;
      const input = value === null ? {} : Object.fromEntries([[field, value]]);
      return void (by === undefined ? changeField(record, to.column, value) : send(record, by, to.column, input));
    }
    if (refusal !== null || offer === undefined) {
      const text = `${refusal?.message ?? ''} ${refusal?.next ?? ''}`.trim();
      return void say({
        title: messages.board.notMoved({ title: record._.title }),
        text,
        tone: 'danger',
        timeout: 10_000,
      });
    }
    if (offers.length > 1) setChoosing({ record, move: to });
    else raise(record, offer, to.column);
  };
  const done: BoardMoves['done'] = (record, offer, after) => {
    close();
    announce(record, offer, after);
    void refetchColumns();
  };
  const adoptRecord = (record: WireRecord) => {
    setAsking((now) => (now === null ? null : { ...now, record }));
    void refetchColumns();
  };
  return { pending, asking, choosing, move, raise, done, adoptRecord, close, refresh: () => void refetchColumns() };
}

/** Returns the cards whose events wait in the undo queue. */
const cardsIn = (entries: readonly QueueEntry[]) =>
  entries.flatMap(({ action: { card } }) => (card === undefined ? [] : [[card.record.id, card] as const]));

/** Returns a function that refetches the columns of a screen. */
function useRefetchColumns(screen: string): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    () =>
      client.invalidateQueries(
        { predicate: ({ queryKey }) => queryKey[2] === 'page' && queryKey[4] === screen },
        { cancelRefetch: false },
      ),
    [client, screen],
  );
}
