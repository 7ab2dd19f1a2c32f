import type { Asking } from './asking.ts';
import { personOf } from './persons.ts';

/**
 * The asking by the document that runs now. While a body was on its way another version may have come in force, and
 * the person may hold other roles.
 */
export async function freshVersion(asking: Asking): Promise<Asking> {
  const version = asking.runtime.spoken(asking.request);
  if (version === asking.version) return asking;
  return { ...asking, version, who: await personOf(asking.runtime, version, asking.who.row?.id ?? null) };
}
