/** One open connection of a page. `send` cuts off a page that reads too slowly; it comes back by itself. */
export interface Listener {
  /** The person, whose rights are looked up anew for each change; null for a guest. */
  readonly person: string | null;
  readonly send: (event: string, data: unknown) => void;
  readonly end: () => void;
}

/** Who listens now. */
export interface Listeners {
  readonly add: (listener: Listener) => () => void;
  readonly all: () => readonly Listener[];
  readonly endAll: () => void;
  readonly endAllOf: (person: string) => void;
}

export function createListeners(): Listeners {
  const listeners = new Set<Listener>();
  const end = (some: readonly Listener[]) => {
    for (const listener of some) listener.end();
  };
  return {
    add: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    all: () => [...listeners],
    endAll: () => end([...listeners]),
    endAllOf: (person) => end([...listeners].filter((listener) => listener.person === person)),
  };
}

const heartbeatMs = 25_000;
const retryMs = 1_000;
const mostWaiting = 1_000;

/** A stream of events that stays open until the page goes away, or `end`. The first event, `hello`, says that it stands. */
export function eventStream(
  signal: AbortSignal,
  person: string | null,
  listeners: Listeners,
  hello: unknown,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const open: { close: (ended: boolean) => void } = { close: () => undefined };
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const write = (text: string) => controller.enqueue(encoder.encode(text));
        const end = () => open.close(true);
        const send: Listener['send'] = (event, data) => {
          if ((controller.desiredSize ?? 0) < -mostWaiting) end();
          else write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
        };
        const remove = listeners.add({ person, send, end });
        const beat = setInterval(() => write(': still here\n\n'), heartbeatMs);
        signal.addEventListener('abort', end);
        open.close = (ended) => {
          open.close = () => undefined;
          clearInterval(beat);
          remove();
          signal.removeEventListener('abort', end);
          if (ended) controller.close();
        };
        write(`retry: ${retryMs}\n`);
        send('hello', hello);
      },
      cancel: () => open.close(false),
    },
    { highWaterMark: 16 },
  );
}
