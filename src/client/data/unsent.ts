import type { QueryClient } from '@tanstack/react-query';
import type { Json } from '../../engine/core/intent.ts';
import type { View } from '../../engine/view/view.ts';
import { isStoredHere } from '../api/stored-here-error.ts';
import { isLost } from '../device/connection-lost.ts';
import { unsentOf } from '../platform/outbox-flag.ts';
import type { Say } from '../toasts/toasts.tsx';
import type * as Wait from './add-to-outbox.ts';

/** Says so, calmly; false where the error is another one. */
export function showStoredHere(say: Say, error: unknown): boolean {
  if (!isStoredHere(error)) return false;
  const { title, detail } = error.problem;
  say({ title, text: detail, tone: 'info' });
  return true;
}

/** Which write of which record; without an id it is a new one. */
export interface Wanted {
  readonly kind: 'create' | 'change' | 'delete' | 'event';
  readonly entity: string;
  readonly id?: string;
  readonly event?: string;
}

export interface Sending extends Wanted {
  readonly method: string;
  readonly path: string;
  readonly body?: { readonly [field: string]: Json };
  readonly ifMatch?: string;
  /** What it takes back, as it was left. */
  readonly stands?: { readonly [field: string]: Json } | undefined;
  readonly key: string;
  readonly document: string;
}

export interface Ground {
  readonly client: QueryClient;
  readonly view: View;
  /** The same once more is another one from here on. */
  readonly done: () => void;
}

/**
 * Sends; where the server can't be reached, or something about this record waits already, it is kept on the device, and
 * what rejects is `isKeptHere`.
 */
export async function sendOrStore<T>(on: Ground, sending: Sending, send: () => Promise<T>): Promise<T> {
  let lost: unknown = null;
  if (!(isAmong(on.view, sending) && (await load((wait) => wait.mustWait(on.view, sending))))) {
    try {
      return await send();
    } catch (error) {
      if (!isLost(error) || !on.view.offline) throw error;
      lost = error;
    }
  }
  throw (await load((wait) => wait.addToOutbox(on, sending, lost === null))) ?? lost;
}

/** What was opened to be mended is done with once a write of the same has gone through. */
export function removeSent(view: View, wanted: Wanted): void {
  if (isAmong(view, wanted)) void load((wait) => wait.settled(view, wanted));
}

const load = <T>(use: (wait: typeof Wait) => Promise<T>): Promise<T | null> =>
  import('./add-to-outbox.ts').then(use).catch(() => null);

const isAmong = ({ person }: View, { entity, id }: Wanted): boolean =>
  unsentOf(person?.id).includes(`${entity}/${id ?? ''}`);
