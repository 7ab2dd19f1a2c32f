import type { Call } from '../types/model.ts';

const PATH =
  /^\/(?:api\/)?(?:v\d+\/)?(?:auth\/)?(?:sessions?(?:\/(?:current|me))?|log-?in|log-?out|sign-?in|sign-?out)$/i;

/**
 * Whether a call with an empty `Does` is one to sign in or out. The product has its own calls for that, so the call has
 * no effect.
 */
export function isSessionCall({ method, path, does }: Pick<Call, 'method' | 'path' | 'does'>): boolean {
  return does.kind === 'unknown' && does.text === '' && (method === 'POST' || method === 'DELETE') && PATH.test(path);
}
