import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../engine/core/wire-format.ts';
import { type Application, type DocumentStatus, fetchApplication } from './application.ts';
import { forgetEarly } from './early.ts';
import { liveAt } from './early-live.ts';
import { standsNow, useHerePage } from './here.ts';
import { connectLive } from './live.ts';
import { otherTabs } from './other-tabs.ts';
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

/** What a change concerns. Where that can't be fetched, it may be anything. */
const changesPart = () => import('./changes.ts');

/** In development alone. */
const acting = () => import('./act-as.ts');

/** Whoever was there before a server in development was started anew. */
const going = async (before: Application | null, next: Application): Promise<Application> =>
  before === null || !next.view.dev ? next : (await acting()).stillMyself(before, next);

/** The application that a page opens with. */
export interface FirstApplication {
  /** Once it can be drawn. Rejects with `ProblemError`. */
  readonly comes: Promise<Application>;
  /** Null while it is on its way. */
  readonly there: Application | null;
}

/**
 * The application as this person gets it. Follows the document and the person's rights; while the server is gone, or
 * the document on disk is broken, the last good one stays. `open` asks for the first one where `first` did not come.
 */
export function useApplication(first: FirstApplication, open: () => Promise<Application>): RunningApplication {
  const client = useQueryClient();
  const [application, setApplication] = useState(first.there);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [connected, setConnected] = useState(true);
  const here = useHerePage();
  const asked = useRef(0);
  const latest = useRef(first.there);
  latest.current = application;

  const follow = useCallback(async (answer: Promise<Application>): Promise<Application | null> => {
    asked.current += 1;
    const turn = asked.current;
    try {
      const next = await going(latest.current, await answer);
      if (turn !== asked.current) return null;
      setProblem(null);
      startTransition(() => setApplication((before) => (sameApplication(before, next) ? before : next)));
      return next;
    } catch (error) {
      if (turn === asked.current) setProblem(error instanceof ProblemError ? error.problem : unreachable('/_/app'));
      return null;
    }
  }, []);
  const reload = useCallback(() => follow(latest.current === null ? open() : fetchApplication()), [follow, open]);

  const forget = useCallback(async () => {
    forgetEarly();
    client.clear();
    const next = await reload();
    // Whoever asked just before has lost their question: all that is there asks anew, though the application is the same.
    // Drawn together with the next one, or the one before would ask once more.
    startTransition(() => setApplication((before) => (before === null ? before : { ...before })));
    return next;
  }, [client, reload]);

  useEffect(() => {
    if (latest.current === null) void follow(first.comes);
  }, [follow, first]);
  // The cookie is everybody's: a tab that goes on as the person before would show their records beside the new one's.
  // Told over the channel that is heard, since a channel alone does not hear itself.
  const tabs = useRef<BroadcastChannel | null>(null);
  useEffect(() => {
    const channel = new BroadcastChannel(otherTabs);
    channel.onmessage = () => void forget();
    tabs.current = channel;
    return () => {
      tabs.current = null;
      channel.close();
    };
  }, [forget]);

  const person = application?.view.person?.id ?? null;
  const isThere = application !== null;
  useEffect(() => {
    if (!isThere) return;
    const isAt = (status: DocumentStatus) => {
      // Told with every connection: what says nothing new draws nothing anew.
      setApplication((before) => (before === null || isSame(before.status, status) ? before : { ...before, status }));
      if (status.running !== latest.current?.view.document) void reload();
    };
    const told = (invalidate: (part: Awaited<ReturnType<typeof changesPart>>) => void) =>
      void changesPart().then(invalidate, () => client.invalidateQueries());
    const disconnect = connectLive(liveAt, {
      onHello: (status, again) => {
        setConnected(true);
        standsNow(here, true);
        isAt(status);
        if (!again && latest.current?.asOf === undefined) return;
        void reload();
        void client.invalidateQueries();
      },
      onDocument: isAt,
      onChanges: (changes) => {
        forgetEarly();
        told((part) => latest.current && part.invalidateTold(client, latest.current.view, changes));
        // One's own record holds one's name, and in it may stand what one may do.
        if (changes.some(({ id }) => id === person)) void reload();
      },
      onInbox: () => told((part) => part.invalidateInbox(client)),
      onComments: (at) => told((part) => part.invalidateComments(client, at)),
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
    tabs.current?.postMessage('changed');
    return next;
  }, [forget]);
  const switchTo = useCallback(
    async (other: string) => {
      await (await acting()).actInstead(other, client);
      return anew();
    },
    [anew, client],
  );
  return {
    application,
    problem,
    connected: connected && application?.asOf === undefined,
    retry: () => void reload(),
    switchTo,
    anew,
  };
}

function sameApplication(one: Application | null, other: Application): boolean {
  return (
    one !== null &&
    one.view.hash === other.view.hash &&
    isSame(
      [one.view.person, one.people, one.status, one.asOf],
      [other.view.person, other.people, other.status, other.asOf],
    )
  );
}

/** Of what came as JSON. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
