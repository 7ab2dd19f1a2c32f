import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../engine/core/wire-format.ts';
import { PERSON_CHANNEL } from '../platform/other-tabs.ts';
import { loadNextEngine } from '../view/view-context.tsx';
import { type Application, type DocumentStatus, fetchApplication } from './application.ts';
import { discardEarlyAnswers } from './early-answers.ts';
import { livePath } from './early-live-connection.ts';
import { connectLive } from './live-connection.ts';
import { setPresenceConnected, usePagePresence } from './presence-data.ts';
import { ProblemError, unreachable } from './request.ts';

export interface RunningApplication {
  /** Null until it was loaded. */
  readonly application: Application | null;
  /** Why it could not be loaded. */
  readonly problem: Problem | null;
  /** Whether live updates arrive. */
  readonly connected: boolean;
  readonly retry: () => void;
  /**
   * Acts as another person, in development. Resolves to what that person sees, null if it could not be loaded. Rejects
   * with `ProblemError`.
   */
  readonly switchTo: (person: string) => Promise<Application | null>;
  /** Clears all cached data and loads it again, in every tab. Used after signing in or out. */
  readonly reloadAll: () => Promise<Application | null>;
}

/** Decides which queries a change concerns. If the module can't be loaded, all queries are refetched. */
const loadChangedRecords = () => import('./changed-records.ts');

/** Loaded in development only. */
const loadActAs = () => import('./act-as.ts');

/** Signs in again as the previous person after a development server was restarted. */
const restoreIfRestarted = async (before: Application | null, next: Application): Promise<Application> =>
  before === null || !next.view.dev ? next : (await loadActAs()).restorePerson(before, next);

/** The first load of the application. */
export interface FirstApplication {
  /** Resolves once the application can be rendered. Rejects with `ProblemError`. */
  readonly promise: Promise<Application>;
  /** Null while loading. */
  readonly loaded: Application | null;
}

/**
 * Loads the application for this person and follows changes of the document and of the person's rights. While the
 * server is unreachable, or the document on disk is broken, the last good version stays. `open` loads the application
 * if `first` failed.
 */
export function useApplication(first: FirstApplication, open: () => Promise<Application>): RunningApplication {
  const client = useQueryClient();
  const [application, setApplication] = useState(first.loaded);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [connected, setConnected] = useState(true);
  const here = usePagePresence();
  const requests = useRef(0);
  const latest = useRef(first.loaded);
  latest.current = application;

  const follow = useCallback(async (answer: Promise<Application>): Promise<Application | null> => {
    requests.current += 1;
    const requestNumber = requests.current;
    try {
      const before = latest.current;
      const next = await restoreIfRestarted(before, await answer);
      if (before !== null && !sameApplication(before, next)) await loadNextEngine(before.view, next.view);
      if (requestNumber !== requests.current) return null;
      setProblem(null);
      startTransition(() => setApplication((before) => (sameApplication(before, next) ? before : next)));
      return next;
    } catch (error) {
      if (requestNumber === requests.current)
        setProblem(error instanceof ProblemError ? error.problem : unreachable('/_/app'));
      return null;
    }
  }, []);
  const reload = useCallback(() => follow(latest.current === null ? open() : fetchApplication()), [follow, open]);

  const clearAndReload = useCallback(async () => {
    discardEarlyAnswers();
    client.clear();
    const next = await reload();
    // Clearing the cache dropped requests in flight, so the application is re-rendered even if it is unchanged. This
    // happens in the same transition as the new application, or the old one would send its requests again.
    startTransition(() => setApplication((before) => (before === null ? before : { ...before })));
    return next;
  }, [client, reload]);

  useEffect(() => {
    if (latest.current === null) void follow(first.promise);
  }, [follow, first]);
  // All tabs share one session cookie, so a tab that still showed the previous person would mix their records with the
  // next person's. The message is posted on the channel that also listens, because a channel does not receive its own
  // messages.
  const tabs = useRef<BroadcastChannel | null>(null);
  useEffect(() => {
    const channel = new BroadcastChannel(PERSON_CHANNEL);
    channel.onmessage = () => void clearAndReload();
    tabs.current = channel;
    return () => {
      tabs.current = null;
      channel.close();
    };
  }, [clearAndReload]);

  const person = application?.view.person?.id ?? null;
  const isLoaded = application !== null;
  useEffect(() => {
    if (!isLoaded) return;
    const setStatus = (status: DocumentStatus) => {
      // Sent with every connection. An unchanged status must not render anything.
      setApplication((before) => (before === null || isSame(before.status, status) ? before : { ...before, status }));
      if (status.running !== latest.current?.view.document) void reload();
    };
    const withChangedRecords = (invalidate: (part: Awaited<ReturnType<typeof loadChangedRecords>>) => void) =>
      void loadChangedRecords().then(invalidate, () => client.invalidateQueries());
    const disconnect = connectLive(livePath, {
      onHello: (status, again) => {
        setConnected(true);
        setPresenceConnected(here, true);
        setStatus(status);
        if (!again && latest.current?.asOf === undefined) return;
        void reload();
        void client.invalidateQueries();
      },
      onDocument: setStatus,
      onChanges: (changes) => {
        discardEarlyAnswers();
        withChangedRecords((part) => latest.current && part.invalidatePublished(client, latest.current.view, changes));
        // The person's own record contains their name, and may contain fields that decide their permissions.
        if (changes.some(({ id }) => id === person)) void reload();
      },
      onInbox: () => withChangedRecords((part) => part.invalidateInbox(client)),
      onComments: (at) => withChangedRecords((part) => part.invalidateComments(client, at)),
      onPresence: (update) => {
        for (const hear of here.listeners) hear(update);
      },
      onLost: () => {
        setConnected(false);
        setPresenceConnected(here, false);
      },
    });
    return () => {
      disconnect();
      setPresenceConnected(here, false);
    };
  }, [isLoaded, person, client, reload, here]);

  // Requests of the previous person may have been answered after the switch. Their results are removed.
  useEffect(
    () => client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== (person ?? '') }),
    [person, client],
  );

  const reloadAll = useCallback(async () => {
    const next = await clearAndReload();
    tabs.current?.postMessage('changed');
    return next;
  }, [clearAndReload]);
  const switchTo = useCallback(
    async (other: string) => {
      await (await loadActAs()).switchPerson(other, client);
      return reloadAll();
    },
    [reloadAll, client],
  );
  return {
    application,
    problem,
    connected: connected && application?.asOf === undefined,
    retry: () => void reload(),
    switchTo,
    reloadAll,
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

/** Compares values that came as JSON. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
