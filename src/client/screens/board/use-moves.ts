import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Machine } from '../../../model/types/model.ts';
import { ProblemError } from '../../api/request.ts';
import { showStoredHere } from '../../data/unsent.ts';
import { type Input, useChangeOf, useRaise } from '../../data/writes.ts';
import { boardTexts } from '../../texts/board-texts.ts';
import { recordTexts } from '../../texts/record-texts.ts';
import { useToast } from '../../toasts/toasts.tsx';
import { leadsBack } from '../../undo/inverse-event.ts';
import { happensFor } from '../../undo/irreversible-reason.ts';
import { useWaiting } from '../../undo/use-undo-queue.ts';
import type { Entry } from '../../undo-queue/undo-queue.ts';
import { fieldValue } from '../../view/display-value.ts';
import { useLabelOf } from '../../view/labels.ts';
import type { EntityInView, ScreenInView } from '../../view/view-context.tsx';
import type { EventOffer } from '../record/events.ts';
import { sayNotUndone, type Undo, undoOf } from '../record/undo.ts';
import type { ColumnOf } from './columns.ts';
import { columnOf, type Move } from './moves.ts';
import type { Pending } from './placed-cards.ts';

export interface MovesInHand {
  readonly pending: ReadonlyMap<string, Pending>;
  /** The event whose asks are being filled in. */
  readonly asking: { readonly record: WireRecord; readonly way: EventOffer } | null;
  /** A move for which the person chooses one of several events. */
  readonly choosing: { readonly record: WireRecord; readonly move: Move } | null;
  /** Performs a move after a drop. */
  readonly move: (record: WireRecord, move: Move) => void;
  /** Raises the chosen event, after asking for its input. */
  readonly take: (record: WireRecord, way: EventOffer, column: string) => void;
  /** Called after an event with asks was raised. */
  readonly done: (record: WireRecord, way: EventOffer, after: WireRecord | null) => void;
  /** Replaces the record of the open event by its current version. */
  readonly adopt: (record: WireRecord) => void;
  readonly close: () => void;
  /** Refetches all columns. */
  readonly refresh: () => void;
}

/** What the moves of a board depend on. */
export interface Moving {
  readonly field: string;
  /** The state machine of the field; null if the field is not a state. */
  readonly machine: Machine | null;
  /** All state machines of the entity. */
  readonly machines: readonly Machine[];
  readonly columns: readonly ColumnOf[];
}

/**
 * Moves cards: on a board of states by raising events, else by changing the field or by an event that sets it. The card is
 * shown in its new column until the server answers.
 */
export function useMoves(
  screen: ScreenInView,
  entity: EntityInView,
  { field, machine, machines, columns }: Moving,
): MovesInHand {
  const say = useToast();
  const labelOf = useLabelOf();
  const raise = useRaise(entity.name);
  const { mutateAsync: change } = useChangeOf(entity.name);
  const refetched = useRefetched(screen.id);
  const { entries, hold, sayRefused } = useWaiting();
  const [underWay, setUnderWay] = useState<ReadonlyMap<string, Pending>>(new Map());
  const pending = useMemo(() => new Map([...underWay, ...cardsIn(entries)]), [underWay, entries]);
  const [asking, setAsking] = useState<MovesInHand['asking']>(null);
  const [choosing, setChoosing] = useState<MovesInHand['choosing']>(null);
  const close = () => {
    setAsking(null);
    setChoosing(null);
  };
  const settle = (id: string) => setUnderWay((now) => new Map([...now].filter(([each]) => each !== id)));

  const sayNotMoved = (record: WireRecord, error: unknown) => {
    if (showStoredHere(say, error)) return;
    if (!(error instanceof ProblemError)) throw error;
    const { detail, next = '' } = error.problem;
    say({ title: boardTexts.notMoved(record._.title), text: `${detail} ${next}`.trim(), tone: 'danger' });
  };
  /** Shows the card in its target column while `work` runs. If `work` is refused, the card moves back. */
  const onItsWay = async (
    record: WireRecord,
    to: string,
    work: () => Promise<void>,
    sayFailed: (error: unknown) => void = (error) => sayNotMoved(record, error),
  ) => {
    setUnderWay((now) => new Map([...now, [record.id, { record, to }]]));
    try {
      await work();
    } catch (error) {
      sayFailed(error);
    } finally {
      await refetched();
      settle(record.id);
    }
  };
  const raised = (record: WireRecord, event: string, input: Input = {}, waited = false) =>
    raise.mutateAsync({ id: record.id, etag: record._.etag, event, input, waited });
  const send = (record: WireRecord, way: EventOffer, column: string, input: Input = {}) =>
    leadsBack(record, way.name) && happensFor(entity, way.name, record) === null
      ? onItsWay(record, column, async () => announce(record, way, await raised(record, way.name, input)))
      : later(record, way, column, input);
  /** Delays an event that can't be undone: until it is sent, the card is in its target column and the person can cancel. */
  const later = async (record: WireRecord, way: EventOffer, to: string, input: Input) => {
    const { id, _: info } = record;
    const happens = happensFor(entity, way.name, record);
    const ask = { label: way.label, text: info.title, records: [id], event: way.name, card: { record, to }, happens };
    try {
      const sent = await hold(ask, () => raised(record, way.name, input, true).finally(refetched));
      if (sent !== null) announce(record, way, sent.value);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      sayRefused(ask, entity.name, error.problem);
    }
  };
  /** Like `onItsWay`, for the undo of a move. */
  const onItsWayBack = (record: WireRecord, to: string, work: () => Promise<unknown>) =>
    onItsWay(
      record,
      to,
      async () => {
        await work();
        say({ title: recordTexts.undone, text: record._.title, tone: 'info' });
      },
      (error) => sayNotUndone(say, error),
    );
  const takeBack = (record: WireRecord, { event, stands }: Undo, to: string) =>
    onItsWayBack(record, to, () => raise.mutateAsync({ id: record.id, etag: record._.etag, event, stands }));
  const announce = (record: WireRecord, way: EventOffer, after: WireRecord | null) => {
    const state = machine === null || after === null ? null : fieldValue(after, machine.name);
    const label = machine?.states.find(({ name }) => name === state)?.label;
    const undo = after === null ? null : undoOf(machine === null ? machines : [machine], record, after);
    say({
      title: label === undefined ? recordTexts.done(way.label) : recordTexts.moved(way.label, label),
      text: record._.title,
      ...(undo === null || after === null
        ? {}
        : {
            action: {
              label: recordTexts.undo,
              onPress: () => void takeBack(after, undo, columnOf(record, field)),
            },
          }),
    });
  };
  const put = (record: WireRecord, column: string, value: Json) =>
    onItsWay(record, column, async () => {
      const after = await change({ id: record.id, etag: record._.etag, input: Object.fromEntries([[field, value]]) });
      const label = columns.find(({ name }) => name === column)?.label ?? column;
      const back = fieldValue(record, field);
      say({
        title: boardTexts.changed(labelOf(entity.attributes.get(field)?.id ?? field), label),
        text: record._.title,
        ...(after === null
          ? {}
          : { action: { label: recordTexts.undo, onPress: () => void putBack(after, columnOf(record, field), back) } }),
      });
    });
  const putBack = (record: WireRecord, column: string, value: Json) =>
    onItsWayBack(record, column, () => {
      const stands = { [field]: fieldValue(record, field) };
      return change({ id: record.id, etag: record._.etag, input: { [field]: value }, stands });
    });
  const take: MovesInHand['take'] = (record, way, column) => {
    close();
    if (way.refusal !== null || pending.has(record.id)) return;
    if (way.asks.length > 0) setAsking({ record, way });
    else void send(record, way, column);
  };
  const move: MovesInHand['move'] = (record, to) => {
    const { refusal, ways } = to;
    const [way] = ways;
    if (refusal === null && to.change !== undefined) {
      const { value, by } = to.change;
      if (pending.has(record.id)) return;
      const input = value === null ? {} : Object.fromEntries([[field, value]]);
      return void (by === undefined ? put(record, to.column, value) : send(record, by, to.column, input));
    }
    if (refusal !== null || way === undefined) {
      const text = `${refusal?.message ?? ''} ${refusal?.next ?? ''}`.trim();
      return void say({ title: boardTexts.notMoved(record._.title), text, tone: 'danger', timeout: 10_000 });
    }
    if (ways.length > 1) setChoosing({ record, move: to });
    else take(record, way, to.column);
  };
  const done: MovesInHand['done'] = (record, way, after) => {
    close();
    announce(record, way, after);
    void refetched();
  };
  const adopt = (record: WireRecord) => {
    setAsking((now) => (now === null ? null : { ...now, record }));
    void refetched();
  };
  return { pending, asking, choosing, move, take, done, adopt, close, refresh: () => void refetched() };
}

/** Returns the cards whose events wait in the undo queue. */
const cardsIn = (entries: readonly Entry[]) =>
  entries.flatMap(({ ask: { card } }) => (card === undefined ? [] : [[card.record.id, card] as const]));

/** Returns a function that refetches the columns of a screen. */
function useRefetched(screen: string): () => Promise<void> {
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
