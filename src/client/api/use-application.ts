import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../engine/wire.ts';
import { type Application, actAs, type DocumentStatus, fetchApplication } from './application.ts';
import { invalidateChanged } from './changes.ts';
import { standsNow, useHerePage } from './here.ts';
import { connectLive } from './live.ts';
import { ProblemError, unreachable } from './request.ts';

export interface RunningApplication {
  /** Null until it is there. */
  readonly application: Application | null;
  /** Why it is not there. */
  readonly problem: Problem | null;
  /** Whether the server's news arrive. */
  readonly connected: boolean;
  readonly retry: () => void;
  /** Acts as somebody else; gives what they see, where it arrived. Rejects with `ProblemError`. */
  readonly switchTo: (person: string) => Promise<Application | null>;
  /** Asks for everything anew, as whoever is signed in now, in every tab. */
  readonly anew: () => Promise<Application | null>;
}

const otherTabs = 'ninefold person';

/**
 * The application as this person gets it. Follows the document and the person's rights; while the server is gone, or
 * the document on disk is broken, the last good one stays. `prepare` is waited for before the first is there.
 */
export function useApplication(prepare: (first: Application) => Promise<void>): RunningApplication {
  const client = useQueryClient();
  const [application, setApplication] = useState<Application | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [connected, setConnected] = useState(true);
  const here = useHerePage();
  const asked = useRef(0);
  const latest = useRef<Application | null>(null);
  latest.current = application;

  const reload = useCallback(async (): Promise<Application | null> => {
    asked.current += 1;
    const turn = asked.current;
    try {
      const next = await stillMyself(latest.current, await fetchApplication());
      if (latest.current === null) await prepare(next);
      if (turn !== asked.current) return null;
      setProblem(null);
      startTransition(() => setApplication((before) => (sameApplication(before, next) ? before : next)));
      return next;
    } catch (error) {
      if (turn === asked.current) setProblem(error instanceof ProblemError ? error.problem : unreachable('/_/app'));
      return null;
    }
  }, [prepare]);

  const forget = useCallback(() => {
    client.clear();
    return reload();
  }, [client, reload]);

  useEffect(() => {
    void reload();
  }, [reload]);
  useEffect(() => listenToOtherTabs(() => void forget()), [forget]);

  const person = application?.view.person?.id ?? null;
  const isThere = application !== null;
  useEffect(() => {
    if (!isThere) return;
    const follow = (status: DocumentStatus) => {
      setApplication((before) => (before === null ? before : { ...before, status }));
      if (status.running !== latest.current?.view.document) void reload();
    };
    const disconnect = connectLive(`/_/live?tab=${here.tab}`, {
      onHello: (status, again) => {
        setConnected(true);
        standsNow(here, true);
        follow(status);
        if (!again) return;
        void reload();
        void client.invalidateQueries();
      },
      onDocument: follow,
      onChanges: (changes) => {
        const view = latest.current?.view;
        if (view !== undefined) invalidateChanged(client, view, changes);
        // One's own record holds one's name, and in it may stand what one may do.
        if (changes.some(({ id }) => id === person)) void reload();
      },
      onInbox: () => void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'inbox' }),
      onComments: (at) =>
        void client.invalidateQueries({
          predicate: ({ queryKey: [, , kind, entity, id] }) =>
            kind === 'comments' && entity === at.entity && id === at.id,
        }),
      onPresent: (told) => {
        for (const hear of here.hearing) hear(told);
      },
      onLost: () => {
        setConnected(false);
        standsNow(here, false);
      },
    });
    return () => {
      disconnect();
      standsNow(here, false);
    };
  }, [isThere, person, client, reload, here]);

  // What the last person asked for while they left may have been answered as the next one: nobody finds it.
  useEffect(
    () => client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== (person ?? '') }),
    [person, client],
  );

  const anew = useCallback(async () => {
    const next = await forget();
    tellOtherTabs();
    return next;
  }, [forget]);
  const switchTo = useCallback(
    async (other: string) => {
      await actAs(other);
      return anew();
    },
    [anew],
  );
  return { application, problem, connected, retry: () => void reload(), switchTo, anew };
}

/** A server in development that was started anew knows nobody any more: whoever was there goes on as themselves. */
async function stillMyself(before: Application | null, next: Application): Promise<Application> {
  const id = before?.view.person?.id;
  if (!next.view.dev || next.view.person !== null || id === undefined) return next;
  if (next.people?.some((person) => person.id === id) !== true) return next;
  await actAs(id);
  return fetchApplication();
}

function sameApplication(one: Application | null, other: Application): boolean {
  return (
    one !== null &&
    one.view.hash === other.view.hash &&
    JSON.stringify([one.view.person, one.people, one.status]) ===
      JSON.stringify([other.view.person, other.people, other.status])
  );
}

/** The cookie is everybody's: a tab that goes on as the person before would show their records beside the new one's. */
function tellOtherTabs(): void {
  const channel = new BroadcastChannel(otherTabs);
  channel.postMessage('changed');
  channel.close();
}

function listenToOtherTabs(told: () => void): () => void {
  const channel = new BroadcastChannel(otherTabs);
  channel.onmessage = told;
  return () => channel.close();
}
