import type { DocumentStatus } from './application.ts';
import type { ChangedRecord } from './changed-records.ts';
import { type LiveEvent, listening } from './early-live-connection.ts';
import type { PresentAt } from './presence-data.ts';

/** Handlers for the events of the live connection. */
export interface LiveHandlers {
  /** Connected. `again`: the connection was lost before, so anything may have changed in the meantime. */
  readonly onHello: (status: DocumentStatus, again: boolean) => void;
  readonly onDocument: (status: DocumentStatus) => void;
  /** Records that changed within a short interval, each once. */
  readonly onChanges: (changes: readonly ChangedRecord[]) => void;
  readonly onInbox: () => void;
  /** The comments of a record changed. */
  readonly onComments: (at: ChangedRecord) => void;
  /** The other people at the record that this page shows. */
  readonly onPresent: (told: PresentAt) => void;
  /** The connection has been lost for longer than `calmly`. */
  readonly onLost: () => void;
}

const together = 60;
const calmly = 2_500;
const longestWait = 15_000;

/**
 * Listens for live updates until the returned function is called. A lost connection is reopened with exponential
 * backoff.
 */
export function connectLive(path: string, handlers: LiveHandlers): () => void {
  let source: { readonly close: () => void } | null = null;
  let stopped = false;
  let greeted = false;
  let tries = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let losing: ReturnType<typeof setTimeout> | undefined;
  const batch = batched(handlers.onChanges);

  const hear = ({ type, data }: LiveEvent) => {
    switch (type) {
      case 'hello':
        clearTimeout(losing);
        losing = undefined;
        tries = 0;
        handlers.onHello(JSON.parse(data), greeted);
        greeted = true;
        return;
      case 'document':
        return handlers.onDocument(JSON.parse(data));
      case 'change':
        return batch.add(JSON.parse(data));
      case 'inbox':
        return handlers.onInbox();
      case 'comments':
        return handlers.onComments(JSON.parse(data));
      case 'present':
        return handlers.onPresent(JSON.parse(data));
      case 'error':
        losing ??= setTimeout(handlers.onLost, calmly);
        // Browsers do not reconnect after a refused connection.
        source?.close();
        if (stopped) return;
        clearTimeout(retry);
        retry = setTimeout(open, Math.min(longestWait, 500 * 2 ** tries++));
    }
  };
  const open = () => {
    source = listening(path, hear);
  };
  open();
  return () => {
    stopped = true;
    clearTimeout(retry);
    clearTimeout(losing);
    batch.stop();
    source?.close();
  };
}

function batched(tell: (changes: readonly ChangedRecord[]) => void) {
  const waiting = new Map<string, ChangedRecord>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add: (change: ChangedRecord) => {
      waiting.set(`${change.entity}/${change.id}`, change);
      timer ??= setTimeout(() => {
        timer = undefined;
        const changes = [...waiting.values()];
        waiting.clear();
        tell(changes);
      }, together);
    },
    stop: () => clearTimeout(timer),
  };
}
