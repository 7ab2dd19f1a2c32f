import type { DocumentStatus } from './application.ts';
import type { ChangedRecord } from './changed-records.ts';
import { type LiveEvent, listenTo } from './early-live-connection.ts';
import type { PresenceUpdate } from './presence-data.ts';

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
  readonly onPresence: (update: PresenceUpdate) => void;
  /** The connection has been lost for longer than `LOST_AFTER_MS`. */
  readonly onLost: () => void;
}

const BATCH_MS = 60;
const LOST_AFTER_MS = 2_500;
const MAX_RETRY_MS = 15_000;

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
  let lostTimer: ReturnType<typeof setTimeout> | undefined;
  const batch = batched(handlers.onChanges);

  const handle = ({ type, data }: LiveEvent) => {
    switch (type) {
      case 'hello':
        clearTimeout(lostTimer);
        lostTimer = undefined;
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
        return handlers.onPresence(JSON.parse(data));
      case 'error':
        lostTimer ??= setTimeout(handlers.onLost, LOST_AFTER_MS);
        // Browsers do not reconnect after a refused connection.
        source?.close();
        if (stopped) return;
        clearTimeout(retry);
        retry = setTimeout(open, Math.min(MAX_RETRY_MS, 500 * 2 ** tries++));
    }
  };
  const open = () => {
    source = listenTo(path, handle);
  };
  open();
  return () => {
    stopped = true;
    clearTimeout(retry);
    clearTimeout(lostTimer);
    batch.stop();
    source?.close();
  };
}

function batched(onBatch: (changes: readonly ChangedRecord[]) => void) {
  const waiting = new Map<string, ChangedRecord>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add: (change: ChangedRecord) => {
      waiting.set(`${change.entity}/${change.id}`, change);
      timer ??= setTimeout(() => {
        timer = undefined;
        const changes = [...waiting.values()];
        waiting.clear();
        onBatch(changes);
      }, BATCH_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
