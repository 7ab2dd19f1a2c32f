import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Machine } from '../../../model/types/model.ts';
import { ProblemError } from '../../api/request.ts';
import { saysItIsKept } from '../../api/unsent.ts';
import { type Input, useChangeOf, useRaise } from '../../api/writes.ts';
import { useToast } from '../../parts/toasts.tsx';
import { useLabelOf } from '../../view/labels.ts';
import { fieldValue } from '../../view/shown.ts';
import type { EntityInView, ScreenInView } from '../../view/view.tsx';
import { happensFor } from '../../waiting/happens.ts';
import type { Entry } from '../../waiting/queue.ts';
import { useWaiting } from '../../waiting/use-waiting.ts';
import { leadsBack } from '../../waiting/way-back.ts';
import type { EventOffer } from '../record/events.ts';
import { recordTexts } from '../record/texts.ts';
import { sayNotUndone, type Undo, undoOf } from '../record/undo.ts';
import type { ColumnOf } from './columns.ts';
import { columnOf, type Move } from './moves.ts';
import type { Pending } from './placed.ts';
import { boardTexts } from './texts.ts';

export interface MovesInHand {
  readonly pending: ReadonlyMap<string, Pending>;
  /** The event whose asks are open. */
  readonly asking: { readonly record: WireRecord; readonly way: EventOffer } | null;
  /** A move that several events make: which? */
  readonly choosing: { readonly record: WireRecord; readonly move: Move } | null;
  /** A drop on a column. */
  readonly move: (record: WireRecord, move: Move) => void;
  /** One event chosen. */
  readonly take: (record: WireRecord, way: EventOffer, column: string) => void;
  /** An event with asks happened. */
  readonly done: (record: WireRecord, way: EventOffer, after: WireRecord | null) => void;
  /** The record that is asked about is another one by now. */
  readonly adopt: (record: WireRecord) => void;
  readonly close: () => void;
  /** Fetches all columns anew. */
  readonly refresh: () => void;
}

/** How cards get from column to column: by the events of a machine, or by changing the field. */
export interface Moving {
  readonly field: string;
  /** Null: the field is no state. */
  readonly machine: Machine | null;
  /** All of the entity. */
  readonly machines: readonly Machine[];
  readonly columns: readonly ColumnOf[];
}

/**
 * Moves cards by raising events, or where the field is no state by changing it, or by the event that gives it; never
 * otherwise. A card stands in its new column until the server has answered.
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
    if (saysItIsKept(say, error)) return;
    if (!(error instanceof ProblemError)) throw error;
    const { detail, next = '' } = error.problem;
    say({ title: boardTexts.notMoved(record._.title), text: `${detail} ${next}`.trim(), tone: 'danger' });
  };
  /** Draws the card where it goes while `work` is under way; it goes back where that is refused. */
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
  /** What has no way back waits in the column where it goes, and can be stopped so long. */
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
  /** The same of a move that is taken back. */
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

/** The cards that wait in the column where they go. */
const cardsIn = (entries: readonly Entry[]) =>
  entries.flatMap(({ ask: { card } }) => (card === undefined ? [] : [[card.record.id, card] as const]));

/** Resolves when the columns of this screen are as the server has them now. */
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
