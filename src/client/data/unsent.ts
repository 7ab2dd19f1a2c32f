import type { QueryClient } from '@tanstack/react-query';
import type { Json } from '../../engine/core/intent.ts';
import type { View } from '../../engine/view/view.ts';
import { isStoredHere } from '../api/stored-here-error.ts';
import { isUnreachable } from '../device/answer-or-stored.ts';
import { unsentRecords } from '../platform/outbox-flag.ts';
import type { ShowToast } from '../toasts/toasts.tsx';
import type * as Wait from './add-to-outbox.ts';

/** Shows a message if the error says that the write is stored on this device. Returns false for any other error. */
export function showStoredHere(say: ShowToast, error: unknown): boolean {
  if (!isStoredHere(error)) return false;
  const { title, detail } = error.problem;
  say({ title, text: detail, tone: 'info' });
  return true;
}

/** Identifies a write: its kind and its record. A new record has no id. */
export interface WriteTarget {
  readonly kind: 'create' | 'change' | 'delete' | 'event';
  readonly entity: string;
  readonly id?: string;
  readonly event?: string;
}

export interface OutgoingWrite extends WriteTarget {
  readonly method: string;
  readonly path: string;
  readonly body?: { readonly [field: string]: Json };
  readonly ifMatch?: string;
  /** For an undo: the field values that must be unchanged. */
  readonly expected?: { readonly [field: string]: Json } | undefined;
  readonly key: string;
  readonly document: string;
}

export interface WriteContext {
  readonly client: QueryClient;
  readonly view: View;
  /** Ends the use of the idempotency key: an identical write is a new one from now on. */
  readonly done: () => void;
}

/**
 * Sends a write. If the server is unreachable, or an earlier write to the same record waits, it is stored in the
 * outbox, and the promise rejects with an error for which `isStoredHere` is true.
 */
export async function sendOrStore<T>(on: WriteContext, sending: OutgoingWrite, send: () => Promise<T>): Promise<T> {
  let unreachable: unknown = null;
  if (!(isQueued(on.view, sending) && (await load((wait) => wait.hasEarlierEntry(on.view, sending))))) {
    try {
      return await send();
    } catch (error) {
      if (!isUnreachable(error) || !on.view.offline) throw error;
      unreachable = error;
    }
  }
  throw (await load((wait) => wait.addToOutbox(on, sending, unreachable === null))) ?? unreachable;
}

/**
 * Removes the outbox entry that was opened for editing, after a write of the same kind to the same record succeeded.
 */
export function removeSent(view: View, wanted: WriteTarget): void {
  if (isQueued(view, wanted)) void load((wait) => wait.removeOpenedEntry(view, wanted));
}

const load = <T>(use: (wait: typeof Wait) => Promise<T>): Promise<T | null> =>
  import('./add-to-outbox.ts').then(use).catch(() => null);

const isQueued = ({ person }: View, { entity, id }: WriteTarget): boolean =>
  unsentRecords(person?.id).includes(`${entity}/${id ?? ''}`);
