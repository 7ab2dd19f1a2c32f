import type { Revocation } from '../../engine/compiled/revocation.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** Revokes those of a person's credentials that `why` affects, and closes the person's open connections. */
export async function revokeAll(
  { store, listeners }: Pick<Runtime, 'store' | 'listeners'>,
  person: string,
  why: Revocation,
): Promise<void> {
  await store.keys.revokeAll(person, why);
  listeners.endAllOf(person);
}
