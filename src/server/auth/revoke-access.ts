import type { Revocation } from '../../engine/compiled/revocation.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** Ends a person's access as far as the revocation says, open connections included. */
export async function revokeAll(
  { store, listeners }: Pick<Runtime, 'store' | 'listeners'>,
  person: string,
  why: Revocation,
): Promise<void> {
  await store.keys.revokeAll(person, why);
  listeners.endAllOf(person);
}
