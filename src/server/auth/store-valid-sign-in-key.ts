import type { Key } from '../../store/core/keyring.ts';
import type { RequestContext } from '../runtime/request-context.ts';

/**
 * Stores a credential if what it is based on is still valid: the session of the person who adds it, or the address that
 * a provider verified. The credential is stored first and checked afterwards. So a revocation in between deletes it,
 * and after an earlier revocation the failed check removes it. Returns whether it was stored.
 */
export async function storeSignInKey(
  { runtime }: Pick<RequestContext, 'runtime'>,
  key: Key,
  holds: () => Promise<boolean>,
): Promise<boolean> {
  const { keys } = runtime.store;
  await keys.put(key);
  if (await holds()) return true;
  await keys.remove(key.kind, key.name, key.person);
  return false;
}
