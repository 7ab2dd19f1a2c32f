import type { DocumentStatus } from './application.ts';
import type { ChangedRecord } from './changed-records.ts';
import { type LiveEvent, listening } from './early-live-connection.ts';
import type { PresentAt } from './presence-data.ts';

/** What the page does with what the server tells. */
export interface LiveHandlers {
  /** The connection stands. `again`: it was lost before, so that anything may have happened meanwhile. */
  readonly onHello: (status: DocumentStatus, again: boolean) => void;
  readonly onDocument: (status: DocumentStatus) => void;
  /** Records that changed within a moment, each once. */
  readonly onChanges: (changes: readonly ChangedRecord[]) => void;
  readonly onInbox: () => void;
  /** At a record there are other comments. */
  readonly onComments: (at: ChangedRecord) => void;
  /** Who else is at the record where this page said that it is. */
  readonly onPresent: (told: PresentAt) => void;
  /** No connection, for longer than a moment. */
  readonly onLost: () => void;
}

const together = 60;
const calmly = 2_500;
const longestWait = 15_000;

/** Listens until the function that it gives is called. A lost connection is made anew, ever more slowly. */
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
        // A refused connection is not tried again by the browser.
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
