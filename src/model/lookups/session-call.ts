import type { Call } from '../types/model.ts';

const PATH =
  /^\/(?:api\/)?(?:v\d+\/)?(?:auth\/)?(?:sessions?(?:\/(?:current|me))?|log-?in|log-?out|sign-?in|sign-?out)$/i;

/** Whether a call that nothing else is said of is one to sign in or out, which the product has itself under a path of its own. */
export function isSessionCall({ method, path, does }: Pick<Call, 'method' | 'path' | 'does'>): boolean {
  return does.kind === 'unknown' && does.text === '' && (method === 'POST' || method === 'DELETE') && PATH.test(path);
}
