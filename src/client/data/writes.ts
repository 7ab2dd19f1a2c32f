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

/** Fields by name, as they go over the wire. */
export type Input = { readonly [field: string]: Json };

/** Changes a record. 412 rejects with the problem's `current`: the record as it is now. */
export function useChange(entity: string, id: string) {
  return useWrite<{ readonly etag: string; readonly input: Input }>(entity, 'change', ({ etag, input }) => ({
    id,
    ifMatch: etag,
    body: input,
  }));
}

/** `stands`: what this takes back, as it was left. It is refused where one changed that since oneself, too. */
export interface Changing {
  readonly id: string;
  readonly etag: string;
  readonly input: Input;
  readonly stands?: Input;
}

/** The same for one record after the other. */
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
  /** What the event asks for; by default nothing. */
  readonly input?: Input;
  /** It waited until it could not be stopped any more. */
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

/** How it is sent where that is another way than of most writes. */
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
      // What waits about the record was pressed before this, and is done before it.
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
 * The key of one thing that somebody wants. The same want asked once more, after an answer that did not come, has the
 * same key, so that it happens once.
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

/** The call that does this, of those that the View names. */
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

/** A call's path with the record's id in it, and with the parents that a body names; `-` stands for one that it does not name. */
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
