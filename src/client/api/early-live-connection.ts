/** Identifies this tab to the server. Does not use `randomUUID`, which is missing on pages without encryption. */
export const tabId: string = crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Address of the live updates of this tab. */
export const livePath = `/_/live?tab=${tabId}`;

/** One event of the live connection. */
export interface LiveEvent {
  readonly type: string;
  readonly data: string;
}

const EVENT_TYPES = ['hello', 'document', 'change', 'inbox', 'comments', 'present', 'error'];

/** A live connection. Events are queued in `waiting` until a listener is set. */
interface Connection {
  readonly path: string;
  listener: (event: LiveEvent) => void;
  readonly queue: LiveEvent[];
  readonly close: () => void;
}

let early: Connection | null = null;

/** Connects early, so that no change is missed between the first requests and the first listener. */
export function connectEarly(path: string): void {
  early = connect(path);
}

/** Calls `hear` for each event at this address, including events queued since `listenEarly`. */
export function listenTo(path: string, listener: (event: LiveEvent) => void): { readonly close: () => void } {
  const connection = early?.path === path ? early : connect(path);
  if (connection !== early) early?.close();
  early = null;
  connection.listener = listener;
  // In a microtask, because the listener closes the returned connection when it receives an error.
  queueMicrotask(() => {
    for (const event of connection.queue.splice(0)) connection.listener(event);
  });
  return connection;
}

function connect(path: string): Connection {
  const source = new EventSource(path);
  const queue: LiveEvent[] = [];
  const connection: Connection = {
    path,
    queue,
    listener: (event) => queue.push(event),
    close: () => {
      source.close();
      connection.listener = () => undefined;
    },
  };
  for (const kind of EVENT_TYPES)
    source.addEventListener(kind, (event) => connection.listener({ type: kind, data: (event as MessageEvent).data }));
  return connection;
}
