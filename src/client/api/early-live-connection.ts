/** Identifies this tab to the server. Does not use `randomUUID`, which is missing on pages without encryption. */
export const thisTab: string = crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Address of the live updates of this tab. */
export const liveAt = `/_/live?tab=${thisTab}`;

/** One event of the live connection. */
export interface LiveEvent {
  readonly type: string;
  readonly data: string;
}

const KINDS = ['hello', 'document', 'change', 'inbox', 'comments', 'present', 'error'];

/** A live connection. Events are queued in `waiting` until a listener is set. */
interface Connection {
  readonly path: string;
  hear: (told: LiveEvent) => void;
  readonly waiting: LiveEvent[];
  readonly close: () => void;
}

let early: Connection | null = null;

/** Connects early, so that no change is missed between the first requests and the first listener. */
export function listenEarly(path: string): void {
  early = connected(path);
}

/** Calls `hear` for each event at this address, including events queued since `listenEarly`. */
export function listening(path: string, hear: (told: LiveEvent) => void): { readonly close: () => void } {
  const found = early?.path === path ? early : connected(path);
  if (found !== early) early?.close();
  early = null;
  found.hear = hear;
  // In a microtask, because the listener closes the returned connection when it receives an error.
  queueMicrotask(() => {
    for (const told of found.waiting.splice(0)) found.hear(told);
  });
  return found;
}

function connected(path: string): Connection {
  const source = new EventSource(path);
  const waiting: LiveEvent[] = [];
  const made: Connection = {
    path,
    waiting,
    hear: (told) => waiting.push(told),
    close: () => {
      source.close();
      made.hear = () => undefined;
    },
  };
  for (const kind of KINDS)
    source.addEventListener(kind, (event) => made.hear({ type: kind, data: (event as MessageEvent).data }));
  return made;
}
