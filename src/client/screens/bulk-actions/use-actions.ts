import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Problem, WireFailure, WireRecord } from '../../../engine/core/wire-format.ts';
import type { ViewEvent } from '../../../engine/view/view.ts';
import { invalidateChanged } from '../../api/changed-records.ts';
import { ProblemError } from '../../api/request.ts';
import { type BulkOutcome, type BulkRequest, useBulk } from '../../data/bulk.ts';
import { showStoredHere } from '../../data/unsent.ts';
import type { Input } from '../../data/writes.ts';
import { messages } from '../../languages/messages.ts';
import { useToast } from '../../toasts/toasts.tsx';
import { hasInverseEvent } from '../../undo/inverse-event.ts';
import { firstIrreversibleEffect, irreversibleEffect } from '../../undo/irreversible-reason.ts';
import { useRaiseOptimistically } from '../../undo/predicted-change.ts';
import { isQueued, useUndoQueue } from '../../undo/use-undo-queue.ts';
import type { QueueEntry } from '../../undo-queue/undo-queue.ts';
import { type EntityInView, type ScreenInView, useView } from '../../view/view-context.tsx';
import { showUndoFailed, undoFor } from '../record/undo.ts';
import { type DeletedRecord, useUndoDelete } from '../trash/use-restore.ts';
import type { MatchingAsk } from './matching-dialog.tsx';
import { inParts, type Outcome, outcomeOf } from './outcome.ts';
import { countOf, type TakeBack, takeBacksOf } from './take-back.ts';
import { busyKey } from './use-lazy-actions.ts';

/** Maximum number of rows in one bulk request; the server accepts no more. */
const mostAtOnce = 200;

/** An event that waits for its input, for one record or several. */
export interface PendingQuestion {
  readonly event: ViewEvent;
  readonly records: readonly WireRecord[];
  /** All rows that match the list's query; null if the event applies only to `records`. */
  readonly matching: Matching | null;
}

/** All rows that match a list's query, loaded or not. */
export type Matching = Pick<MatchingAsk, 'query' | 'count'>;

/** The outcome of a bulk action; `takeBack` is its undo button, null if it can't be undone. */
export interface ActionResult {
  readonly label: string;
  readonly result: Outcome;
  readonly takeBack: { readonly label: string; readonly onPress: () => void } | null;
}

/** Why the input of an event was refused. The dialog stays open and shows it. */
export interface AskProblem {
  readonly problem: Problem | null;
  readonly failures: readonly WireFailure[];
}

export interface ActionsInHand {
  /** The events offered on rows and as bulk actions, in the order that the document states. */
  readonly events: readonly ViewEvent[];
  /** `busyKey`s of the actions in flight: the record's id and the event, with `bulk` as the id for several rows. */
  readonly busy: ReadonlySet<string>;
  readonly raise: (event: ViewEvent, records: readonly WireRecord[]) => void;
  readonly asking: PendingQuestion | null;
  /** Sends the input of the pending question; resolves to null if it was accepted. */
  readonly answer: (input: Input) => Promise<AskProblem | null>;
  readonly stopAsking: () => void;
  readonly outcome: ActionResult | null;
  readonly closeOutcome: () => void;
  /** Whether the person's roles may delete records of this entity at all. */
  readonly mayRemove: boolean;
  /** The rows that wait for confirmation before they are deleted; null if there are none. */
  readonly removing: readonly WireRecord[] | null;
  readonly setRemoving: (records: readonly WireRecord[] | null) => void;
  readonly remove: () => void;
  /** Starts a bulk action on all rows that match the list's query. `event` null deletes them. */
  readonly onMatching: (event: ViewEvent | null, matching: Matching) => void;
  readonly matching: MatchingAsk | null;
  readonly closeMatching: () => void;
  /** Whether rows can be selected, which needs at least one bulk action. */
  readonly canSelect: boolean;
}

/** Runs the actions of a list on its rows. `onDone` receives the ids of the rows for which a bulk action succeeded. */
export function useActions(
  screen: ScreenInView,
  entity: EntityInView,
  onDone: (ids: readonly string[]) => void,
): ActionsInHand {
  const { view, schema, format } = useView();
  const client = useQueryClient();
  const say = useToast();
  const raiseOne = useRaiseOptimistically(entity.name);
  const { mutateAsync: raiseMany } = useBulk(entity.name);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<PendingQuestion | null>(null);
  const [outcome, setOutcome] = useState<ActionsInHand['outcome']>(null);
  const [matching, setMatching] = useState<MatchingAsk | null>(null);
  const [removing, setRemoving] = useState<readonly WireRecord[] | null>(null);
  const bringBack = useUndoDelete(entity);
  const { entries, delay, reportRefusal } = useUndoQueue();
  const mayRemove = entity.calls.delete !== null;
  const events = useMemo(
    () => screen.actions.flatMap((name) => entity.events.find((event) => event.name === name) ?? []),
    [screen, entity],
  );

  const during = useCallback(async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    setBusy((keys) => new Set([...keys, key]));
    try {
      return await work();
    } finally {
      setBusy((keys) => new Set([...keys].filter((each) => each !== key)));
    }
  }, []);

  /** Returns a toast's undo button if an event leads back to the previous state; otherwise an empty object. */
  const wayBack = useCallback(
    (before: WireRecord, after: WireRecord | null) => {
      const machines = schema.entities.get(entity.name)?.machines ?? [];
      const undo = after === null ? null : undoFor(machines, before, after);
      if (undo === null || after === null) return {};
      const takeBack = async () => {
        try {
          await raiseOne(after, { event: undo.event, expected: undo.expected });
          say({ title: messages.record.undone, text: after._.title, tone: 'info' });
        } catch (error) {
          showUndoFailed(say, error);
        }
      };
      return { action: { label: messages.record.undo, onPress: () => void takeBack() } };
    },
    [schema, entity, raiseOne, say],
  );

  /** Raises an event without an inverse on one row, after a delay in which the person can stop it. */
  const laterOnOne = useCallback(
    async (event: ViewEvent, record: WireRecord) => {
      const { id, _: info } = record;
      const consequence = irreversibleEffect(entity, event.name, record);
      const ask = { label: event.label, text: info.title, records: [id], event: event.name, consequence };
      try {
        const sent = await delay(ask, () => raiseOne(record, { event: event.name, wasDelayed: true }));
        if (sent === null) return;
        say({
          title: messages.listTools.rowDone({ label: event.label, title: info.title }),
          ...wayBack(record, sent.value),
        });
      } catch (error) {
        invalidateChanged(client, view, [{ entity: entity.name, id }]);
        if (!(error instanceof ProblemError)) throw error;
        reportRefusal(ask, entity.name, error.problem);
      }
    },
    [delay, reportRefusal, raiseOne, say, wayBack, client, view, entity],
  );

  const onOne = useCallback(
    (event: ViewEvent, record: WireRecord, input: Input): Promise<AskProblem | null> =>
      during(busyKey(record.id, event.name), async () => {
        try {
          const after = await raiseOne(record, { event: event.name, input });
          say({
            title: messages.listTools.rowDone({ label: event.label, title: record._.title }),
            ...wayBack(record, after),
          });
          return null;
        } catch (error) {
          if (showStoredHere(say, error)) return null;
          // The refusal may mean that the list is outdated.
          invalidateChanged(client, view, [{ entity: entity.name, id: record.id }]);
          if (error instanceof ProblemError) return { problem: error.problem, failures: error.problem.failures ?? [] };
          throw error;
        }
      }),
    [during, raiseOne, say, wayBack, client, view, entity],
  );

  /** Sends a bulk action in batches. Returns the outcome of each row, or the problem if the first batch failed. */
  const askMany = useCallback(
    async (
      event: string | null,
      all: BulkRequest['rows'],
      input: Input,
      wasDelayed = false,
    ): Promise<BulkOutcome[] | Problem> => {
      const outcomes: BulkOutcome[] = [];
      try {
        for (const rows of inParts(all, mostAtOnce))
          outcomes.push(...(await raiseMany({ event, input, rows, wasDelayed })));
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        if (outcomes.length === 0) return error.problem;
        for (const { id } of all.slice(outcomes.length))
          outcomes.push({ id, status: error.problem.status, problem: error.problem });
      }
      return outcomes;
    },
    [raiseMany],
  );

  /** Undoes a bulk action. Refused rows are shown as for any other bulk action. */
  const takeBackMany = useCallback(
    (parts: readonly TakeBack[]) =>
      during(busyKey('bulk', messages.record.undo), async () => {
        setOutcome(null);
        const outcomes: BulkOutcome[] = [];
        for (const { event, rows } of parts) {
          const part = await askMany(event, rows, {});
          if (Array.isArray(part)) outcomes.push(...part);
          else outcomes.push(...rows.map(({ id }) => ({ id, status: part.status, problem: part })));
        }
        const titles = new Map(parts.flatMap(({ rows }) => rows.map(({ id, title }) => [id, title] as const)));
        const result = outcomeOf(outcomes, (id) => titles.get(id) ?? '');
        if (result.refused.length > 0) setOutcome({ label: messages.record.undo, result, takeBack: null });
        else
          say({
            title: messages.record.undone,
            text: messages.listTools.doneCount({ count: format.number(result.done.length, 0) }),
            tone: 'info',
          });
      }),
    [during, askMany, say, format],
  );

  const tellMany = useCallback(
    (
      label: string,
      records: readonly WireRecord[],
      outcomes: readonly BulkOutcome[],
      gone: readonly DeletedRecord[] = [],
    ) => {
      const before = new Map(records.map((record) => [record.id, record]));
      const titleOf = (id: string) => before.get(id)?._.title ?? '';
      const result = outcomeOf(outcomes, titleOf);
      const machines = schema.entities.get(entity.name)?.machines ?? [];
      const back = takeBacksOf(machines, outcomes, ({ id }) => before.get(id) ?? null);
      const takeBack =
        countOf(back) === 0
          ? (bringBack(gone) ?? null)
          : {
              label:
                countOf(back) === result.done.length
                  ? messages.record.undo
                  : messages.listTools.undoSome({ count: format.number(countOf(back), 0) }),
              onPress: () => void takeBackMany(back),
            };
      onDone(result.done);
      if (result.refused.length > 0) setOutcome({ label, result, takeBack });
      else
        say({
          title: messages.listTools.done({ label, count: format.number(result.done.length, 0) }),
          ...(takeBack === null ? {} : { action: takeBack }),
        });
    },
    [onDone, say, format, schema, entity, takeBackMany, bringBack],
  );

  const onMany = useCallback(
    (event: ViewEvent, records: readonly WireRecord[], input: Input): Promise<AskProblem | null> =>
      during(busyKey('bulk', event.name), async () => {
        const outcomes = await askMany(event.name, records.map(rowOf), input);
        if (!Array.isArray(outcomes)) return { problem: outcomes, failures: [] };
        const missing = failingAsk(event, outcomes);
        if (missing !== null) return { problem: null, failures: missing };
        tellMany(event.label, records, outcomes);
        return null;
      }),
    [during, askMany, tellMany],
  );

  /** Like `laterOnOne` for several rows. `event` null deletes the rows, for entities that can't restore records. */
  const laterOnMany = useCallback(
    async (event: ViewEvent | null, records: readonly WireRecord[]) => {
      const count = format.number(records.length, 0);
      const ask = {
        label: event?.label ?? messages.listTools.remove,
        text: messages.listTools.selected({ count }),
        records: records.map(({ id }) => id),
        event: event?.name ?? null,
        consequence: event === null ? null : firstIrreversibleEffect(entity, event.name, records),
        bytes: records.length > mostAtOnce ? Infinity : records.length * bytesOfRow,
      };
      const sent = await delay(ask, () => askMany(ask.event, records.map(rowOf), {}, true));
      if (sent === null) return;
      if (Array.isArray(sent.value)) tellMany(ask.label, records, sent.value);
      else say({ title: sent.value.detail, text: sent.value.next, tone: 'danger' });
    },
    [format, delay, askMany, tellMany, say],
  );

  const remove = () => {
    const records = removing ?? [];
    setRemoving(null);
    if (!entity.mayRestore) return void laterOnMany(null, records);
    void during(removal, async () => {
      const outcomes = await askMany(null, records.map(rowOf), {});
      if (Array.isArray(outcomes)) tellMany(messages.listTools.remove, records, outcomes, goneOf(records, outcomes));
      else say({ title: outcomes.detail, text: outcomes.next, tone: 'danger' });
    });
  };

  const raise = useCallback(
    (event: ViewEvent, records: readonly WireRecord[]) => {
      const [first, ...more] = records;
      if (first === undefined || records.every(({ id }) => isQueued(entries, id, event.name))) return;
      if (event.asks.length > 0) return setAsking({ event, records, matching: null });
      if (
        records.some(
          (record) => !hasInverseEvent(record, event.name) || irreversibleEffect(entity, event.name, record) !== null,
        )
      )
        return void (more.length === 0 ? laterOnOne(event, first) : laterOnMany(event, records));
      const work = more.length === 0 ? onOne(event, first, {}) : onMany(event, records, {});
      void work.then((refused) => {
        const problem = refused?.problem ?? null;
        if (problem !== null) say({ title: problem.detail, text: problem.next, tone: 'danger' });
      });
    },
    [onOne, onMany, laterOnOne, laterOnMany, entries, say],
  );

  const onMatching = (event: ViewEvent | null, all: Matching) => {
    if (event !== null && event.asks.length > 0) return setAsking({ event, records: [], matching: all });
    setMatching({
      ...all,
      label: event?.label ?? messages.listTools.remove,
      event: event?.name ?? null,
      input: {},
      isSure: false,
    });
  };

  const answer = async (input: Input): Promise<AskProblem | null> => {
    if (asking !== null && asking.matching !== null) {
      const { event, matching: all } = asking;
      setMatching({ ...all, label: event.label, event: event.name, input, isSure: true });
      setAsking(null);
      return null;
    }
    const [first, ...more] = asking?.records ?? [];
    if (asking === null || first === undefined) return null;
    const refused = await (more.length === 0
      ? onOne(asking.event, first, input)
      : onMany(asking.event, asking.records, input));
    if (refused === null) setAsking(null);
    return refused;
  };

  const isBusy = useMemo(() => new Set([...busy, ...entries.flatMap(keysOf)]), [busy, entries]);

  return {
    events,
    busy: isBusy,
    raise,
    asking,
    answer,
    stopAsking: () => setAsking(null),
    outcome,
    closeOutcome: () => setOutcome(null),
    mayRemove,
    removing,
    setRemoving,
    remove,
    onMatching,
    matching,
    closeMatching: () => setMatching(null),
    canSelect: events.length > 0 || mayRemove,
  };
}

/** Estimated size in bytes of one row in a bulk request. */
const bytesOfRow = 130;

/** Returns the keys of the buttons that are busy while the action is in the undo queue. */
function keysOf({ action: { event, records } }: QueueEntry): readonly string[] {
  if (event === null) return [removal];
  return [...records.map((id) => busyKey(id, event)), ...(records.length > 1 ? [busyKey('bulk', event)] : [])];
}

const rowOf = ({ id, _: { etag } }: WireRecord) => ({ id, etag });

/** Returns the records that were deleted. */
function goneOf(records: readonly WireRecord[], outcomes: readonly BulkOutcome[]): readonly DeletedRecord[] {
  const done = new Set(outcomes.flatMap(({ id, problem }) => (problem === undefined ? id : [])));
  return records.filter(({ id }) => done.has(id)).map(({ id, _: { title } }) => ({ id, title }));
}

/** The key in `busy` while several rows are being deleted. */
export const removal = 'bulk delete';

/** Returns the failures of the first row if every row was refused only because of the event's input; otherwise null. */
function failingAsk(event: ViewEvent, outcomes: readonly BulkOutcome[]): readonly WireFailure[] | null {
  const asked = new Set(event.asks.map(({ field }) => `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`));
  const all = outcomes.map(({ problem }) => problem?.failures ?? []);
  const isAsk = all.every((failures) => failures.length > 0 && failures.every(({ pointer }) => asked.has(pointer)));
  return isAsk && asked.size > 0 ? (all[0] ?? null) : null;
}
