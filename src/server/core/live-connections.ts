/**
 * An open connection of a page. `send` closes the connection if the page reads too slowly; the page then reconnects by
 * itself.
 */
export interface Listener {
  /** The person's id; null for a guest. Permissions are checked anew for each change. */
  readonly person: string | null;
  /** The page's own id; empty if it sent none. */
  readonly tab: string;
  readonly send: (event: string, data: unknown) => void;
  readonly end: () => void;
}

/** All open connections. */
export interface Listeners {
  readonly add: (listener: Listener) => () => void;
  readonly all: () => readonly Listener[];
  /** The latest connection of a page of this person on this node; null if there is none. */
  readonly find: (person: string, tab: string) => Listener | null;
  readonly endAll: () => void;
  readonly endAllOf: (person: string) => void;
}

/** Creates an empty registry. `onEnd` is called for each connection that closes. */
export function createListeners(onEnd: (listener: Listener) => void = () => undefined): Listeners {
  const listeners = new Set<Listener>();
  const byTab = new Map<string, Listener>();
  const nameOf = (person: string, tab: string) => JSON.stringify([person, tab]);
  const end = (some: readonly Listener[]) => {
    for (const listener of some) listener.end();
  };
  return {
    add: (listener) => {
      const name = listener.person === null || listener.tab === '' ? null : nameOf(listener.person, listener.tab);
      listeners.add(listener);
      if (name !== null) byTab.set(name, listener);
      return () => {
        listeners.delete(listener);
        if (name !== null && byTab.get(name) === listener) byTab.delete(name);
        onEnd(listener);
      };
    },
    all: () => [...listeners],
    find: (person, tab) => byTab.get(nameOf(person, tab)) ?? null,
    endAll: () => end([...listeners]),
    endAllOf: (person) => end([...listeners].filter((listener) => listener.person === person)),
  };
}

const heartbeatMs = 25_000;
const retryMs = 1_000;
const mostWaiting = 1_000;

/**
 * The person and page of a connection. `isAuthorized` is called at each heartbeat and returns whether the person's
 * access is still valid.
 */
export interface ListenerOptions extends Pick<Listener, 'person' | 'tab'> {
  readonly isAuthorized: () => Promise<boolean>;
}

/**
 * A stream of Server-Sent Events that stays open until the page leaves or `end` is called. The first event is `hello`.
 */
export function eventStream(
  signal: AbortSignal,
  { person, tab, isAuthorized }: ListenerOptions,
  listeners: Listeners,
  hello: unknown,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const open: { close: (onEnd: boolean) => void } = { close: () => undefined };
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const write = (text: string) => controller.enqueue(encoder.encode(text));
        const end = () => open.close(true);
        const send: Listener['send'] = (event, data) => {
          if ((controller.desiredSize ?? 0) < -mostWaiting) end();
          else write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
        };
        const remove = listeners.add({ person, tab, send, end });
        let isOpen = true;
        const continueIf = (may: boolean) => {
          if (isOpen && may) write(': still here\n\n');
          else if (isOpen) end();
        };
        // If the check fails, the connection stays open: permissions are checked for each event anyway.
        const heartbeat = setInterval(() => void isAuthorized().then(continueIf, () => continueIf(true)), heartbeatMs);
        signal.addEventListener('abort', end);
        open.close = (onEnd) => {
          open.close = () => undefined;
          isOpen = false;
          clearInterval(heartbeat);
          remove();
          signal.removeEventListener('abort', end);
          if (onEnd) controller.close();
        };
        write(`retry: ${retryMs}\n`);
        send('hello', hello);
      },
      cancel: () => open.close(false),
    },
    { highWaterMark: 16 },
  );
}
