import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Json } from '../../engine/core/intent.ts';
import type { Problem, WireRecord } from '../../engine/core/wire-format.ts';
import { parentsOf, pathInputsOf } from '../../model/lookups/call-record.ts';
import type { Call, Model } from '../../model/types/model.ts';
import { invalidateChanged } from '../api/changed-records.ts';
import { useQueryKey } from '../api/query-keys.ts';
import { ProblemError, request } from '../api/request.ts';
import { messages } from '../languages/messages.ts';
import { undoQueues } from '../undo-queue/page-undo-queue.ts';
import { useView } from '../view/view-context.tsx';
import { adoptRecords } from './adopt-answers.ts';
import { currentVersion } from './record-version.ts';
import { removeSent, sendOrStore, type WriteTarget } from './unsent.ts';

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
 * `expected`: for an undo, the field values to revert. The change is refused if any of them changed since, even by the
 * same person.
 */
export interface ChangeRequest {
  readonly id: string;
  readonly etag: string;
  readonly input: Input;
  readonly expected?: Input;
}

/** Like `useChange`, for different records. */
export function useChangeOf(entity: string) {
  return useWrite<ChangeRequest>(entity, 'change', ({ id, etag, input, expected }) => ({
    id,
    ifMatch: etag,
    body: input,
    expected,
  }));
}

export interface EventRequest {
  readonly id: string;
  readonly etag: string;
  readonly event: string;
  /** Input of the event; nothing by default. */
  readonly input?: Input;
  /** The action comes from the undo queue and can no longer be stopped. */
  readonly wasDelayed?: boolean;
  readonly expected?: Input;
}

/** Raises an event on a record. */
export function useRaise(entity: string) {
  return useWrite<EventRequest>(entity, 'event', ({ id, etag, event, input, wasDelayed, expected }) => ({
    id,
    event,
    ifMatch: etag,
    body: input ?? {},
    wasDelayed,
    expected,
  }));
}

/** Deletes a record. */
export function useRemove(entity: string) {
  return useWrite<Pick<EventRequest, 'id' | 'etag' | 'wasDelayed'>>(entity, 'delete', ({ id, etag, wasDelayed }) => ({
    id,
    ifMatch: etag,
    wasDelayed,
  }));
}

interface WriteRequest {
  readonly id?: string;
  readonly event?: string;
  readonly ifMatch?: string;
  readonly body?: Input;
  readonly wasDelayed?: boolean | undefined;
  readonly expected?: Input | undefined;
}

/** Replaces how most writes are sent. */
interface WriteOptions {
  readonly keyFor?: ReturnType<typeof useRetryKey>;
  readonly send?: typeof request;
}

export function useWrite<A>(
  entity: string,
  kind: WriteTarget['kind'],
  sending: (request: A) => WriteRequest,
  options: WriteOptions = {},
) {
  const { view } = useView();
  const client = useQueryClient();
  const key = useQueryKey();
  const retryKey = useRetryKey();
  const { keyFor = retryKey, send = request } = options;
  const writeFor = (request: A): WriteTarget & WriteRequest => ({ kind, entity, ...sending(request) });
  return useMutation<WireRecord | null, ProblemError, A>({
    mutationFn: async (request) => {
      const write = writeFor(request);
      const { id = '', ifMatch: seen, wasDelayed = false, expected } = write;
      const undoQueue = undoQueues.get(client);
      // Earlier actions on the record wait in the undo queue and are sent first.
      if (!wasDelayed) await undoQueue?.flush([id]);
      const ifMatch =
        seen === undefined ? undefined : await currentVersion(client, entity, { id, etag: seen, expected });
      const call = callFor(view.model.calls, entity, kind, write.event);
      if (call === null) throw new ProblemError(notAllowed(entity));
      const { method } = call;
      const { key, done } = keyFor(request);
      const path = filledPath(call, write, view.model);
      const sent = {
        ...write,
        ...(ifMatch === undefined ? {} : { ifMatch }),
        method,
        path,
        key,
        document: view.document,
        keepalive: wasDelayed,
      };
      const answer = await sendOrStore({ client, view, done }, sent, () => send<WireRecord | null>(method, path, sent));
      done();
      if (ifMatch !== undefined && answer !== null) undoQueue?.noteVersion(id, ifMatch, answer._.etag);
      return answer;
    },
    onSuccess: (record, request) => {
      const write = writeFor(request);
      removeSent(view, write);
      if (record !== null && kind !== 'delete') {
        client.setQueryData([...key, 'record', entity, record.id], record);
        adoptRecords(client, key, entity, [record]);
      }
      invalidateChanged(client, view, [{ entity, id: record?.id ?? write.id ?? '' }]);
    },
  });
}

/**
 * Returns a function that gives an idempotency key for a request. A retry of the same request gets the same key until
 * `done` is called, so it takes effect only once.
 */
export function useRetryKey(): (write: unknown) => { readonly key: string; readonly done: () => void } {
  const open = useRef(new Map<string, string>());
  return (write) => {
    const text = JSON.stringify(write);
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
 * Fills the record's id, the parents and what the event asks for, as named in the body, into a call's path. `-` replaces a parent that is not named.
 */
export function filledPath(
  call: Call,
  { id, body }: Pick<WriteRequest, 'id' | 'body'>,
  { entities, machines }: Pick<Model, 'entities' | 'machines'>,
): string {
  const parents = parentsOf(call, (name) => entities.find((entity) => entity.name === name), machines);
  const inputs = pathInputsOf(call, machines);
  const segmentFor = (parameter: string): string => {
    const input = inputs.find((each) => each.parameter === parameter);
    const value = input === undefined ? undefined : body?.[input.field];
    if (input !== undefined) return typeof value === 'string' && value !== '' ? value : '-';
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

function notAllowed(entity: string): Problem {
  return {
    type: '/_/errors/NOT_ALLOWED',
    title: messages.application.notAllowed,
    status: 403,
    detail: messages.application.notAllowed,
    instance: entity,
    code: 'NOT_ALLOWED',
  };
}
