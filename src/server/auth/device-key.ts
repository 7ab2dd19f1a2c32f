import type { Key } from '../../store/core/keyring.ts';
import type { RequestContext } from '../runtime/request-context.ts';

/**
 * Keeps a key that lets a person in, if what it rests on still holds: the session of whoever adds it, or the address that a
 * provider has verified. It is kept first and looked at afterwards. So a revocation in between ends the key, and after one
 * that came before it the key is removed again. Tells whether it was kept.
 */
export async function storeCredential(
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
