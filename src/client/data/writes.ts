import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Json } from '../../engine/core/intent.ts';
import type { Problem, WireRecord } from '../../engine/core/wire-format.ts';
import { parentsOf } from '../../model/lookups/call-record.ts';
import type { Call, Entity } from '../../model/types/model.ts';
import { invalidateChanged } from '../api/changed-records.ts';
import { useKey } from '../api/query-keys.ts';
import { ProblemError, request } from '../api/request.ts';
import { texts } from '../texts/application-texts.ts';
import { waitingOn } from '../undo-queue/page-undo-queue.ts';
import { useView } from '../view/view-context.tsx';
import { adoptRecords } from './adopt-answers.ts';
import { versionFor } from './record-version.ts';
import { removeSent, sendOrStore, type Wanted } from './unsent.ts';

/** Fields by name, in wire format. */
export type Input = { readonly [field: string]: Json };

/** Changes a record. On 412 the problem's `current` is the current record. */
export function useChange(entity: string, id: string) {
  return useWrite<{ readonly etag: string; readonly input: Input }>(entity, 'change', ({ etag, input }) => ({
    id,
    ifMatch: etag,
    body: input,
  }));
}

/**
 * `stands`: for an undo, the field values to revert. The change is refused if any of them changed since, even by the
 * same person.
 */
export interface Changing {
  readonly id: string;
  readonly etag: string;
  readonly input: Input;
  readonly stands?: Input;
}

/** Like `useChange`, for different records. */
export function useChangeOf(entity: string) {
  return useWrite<Changing>(entity, 'change', ({ id, etag, input, stands }) => ({
    id,
    ifMatch: etag,
    body: input,
    stands,
  }));
}

export interface Raising {
  readonly id: string;
  readonly etag: string;
  readonly event: string;
  /** Input of the event; nothing by default. */
  readonly input?: Input;
  /** The action comes from the undo queue and can no longer be stopped. */
  readonly waited?: boolean;
  readonly stands?: Input;
}

/** Raises an event on a record. */
export function useRaise(entity: string) {
  return useWrite<Raising>(entity, 'event', ({ id, etag, event, input, waited, stands }) => ({
    id,
    event,
    ifMatch: etag,
    body: input ?? {},
    waited,
    stands,
  }));
}

/** Deletes a record. */
export function useRemove(entity: string) {
  return useWrite<Pick<Raising, 'id' | 'etag' | 'waited'>>(entity, 'delete', ({ id, etag, waited }) => ({
    id,
    ifMatch: etag,
    waited,
  }));
}

interface Sending {
  readonly id?: string;
  readonly event?: string;
  readonly ifMatch?: string;
  readonly body?: Input;
  readonly waited?: boolean | undefined;
  readonly stands?: Input | undefined;
}

/** Replaces how most writes are sent. */
interface Means {
  readonly keyFor?: ReturnType<typeof useRetryKey>;
  readonly send?: typeof request;
}

export function useWrite<A>(entity: string, kind: Wanted['kind'], sending: (ask: A) => Sending, means: Means = {}) {
  const { view } = useView();
  const client = useQueryClient();
  const key = useKey();
  const retryKey = useRetryKey();
  const { keyFor = retryKey, send = request } = means;
  const wanted = (ask: A): Wanted & Sending => ({ kind, entity, ...sending(ask) });
  return useMutation<WireRecord | null, ProblemError, A>({
    mutationFn: async (ask) => {
      const want = wanted(ask);
      const { id = '', ifMatch: seen, waited = false, stands } = want;
      const waiting = waitingOn.get(client);
      // Earlier actions on the record wait in the undo queue and are sent first.
      if (!waited) await waiting?.settle([id]);
      const ifMatch = seen === undefined ? undefined : await versionFor(client, entity, { id, etag: seen, stands });
      const call = callFor(view.model.calls, entity, kind, want.event);
      if (call === null) throw new ProblemError(noCall(entity));
      const { method } = call;
      const { key, done } = keyFor(ask);
      const path = filledPath(call, want, view.model.entities);
      const sent = {
        ...want,
        ...(ifMatch === undefined ? {} : { ifMatch }),
        method,
        path,
        key,
        document: view.document,
        keepalive: waited,
      };
      const answer = await sendOrStore({ client, view, done }, sent, () => send<WireRecord | null>(method, path, sent));
      done();
      if (ifMatch !== undefined && answer !== null) waiting?.follows(id, ifMatch, answer._.etag);
      return answer;
    },
    onSuccess: (record, ask) => {
      const want = wanted(ask);
      removeSent(view, want);
      if (record !== null && kind !== 'delete') {
        client.setQueryData([...key, 'record', entity, record.id], record);
        adoptRecords(client, key, entity, [record]);
      }
      invalidateChanged(client, view, [{ entity, id: record?.id ?? want.id ?? '' }]);
    },
  });
}

/**
 * Returns a function that gives an idempotency key for a request. A retry of the same request gets the same key until
 * `done` is called, so it takes effect only once.
 */
export function useRetryKey(): (want: unknown) => { readonly key: string; readonly done: () => void } {
  const open = useRef(new Map<string, string>());
  return (want) => {
    const text = JSON.stringify(want);
    const key = open.current.get(text) ?? crypto.randomUUID();
    open.current.set(text, key);
    return { key, done: () => void open.current.delete(text) };
  };
}

/** Returns the call for an operation, among those in the View. */
export function callFor(
  calls: readonly Call[],
  entity: string,
  kind: Call['does']['kind'],
  event?: string,
): Call | null {
  const serves = ({ does }: Call) =>
    does.kind === kind && 'entity' in does && does.entity === entity && (does.kind !== 'event' || does.event === event);
  return calls.find(serves) ?? null;
}

/**
 * Fills the record's id and the parents named in the body into a call's path. `-` replaces a parent that is not named.
 */
export function filledPath(
  call: Call,
  { id, body }: Pick<Sending, 'id' | 'body'>,
  entities: readonly Entity[],
): string {
  const parents = parentsOf(call, (name) => entities.find((entity) => entity.name === name));
  const segmentFor = (parameter: string): string => {
    const parent = parents.find((each) => each.parameter === parameter);
    if (parent === undefined) return id ?? '-';
    const named = parent.path.length === 1 ? body?.[parent.path[0]] : undefined;
    return typeof named === 'string' ? named : '-';
  };
  return call.path
    .split('/')
    .map((part) => (part.startsWith(':') && part.length > 1 ? encodeURIComponent(segmentFor(part.slice(1))) : part))
    .join('/');
}

function noCall(entity: string): Problem {
  return {
    type: '/_/errors/NOT_ALLOWED',
    title: texts.noCall,
    status: 403,
    detail: texts.noCall,
    instance: entity,
    code: 'NOT_ALLOWED',
  };
}
