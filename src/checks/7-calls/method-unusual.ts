import type { Call } from '../../model/types/model.ts';
import { defineCheck } from '../check.ts';

export const check = defineCheck({
  code: 'method-unusual',
  point: 7,
  severity: 'warning',
  about: 'A call that writes by GET, or one that only reads by DELETE, PUT or PATCH.',
  *findEach({ model }) {
    for (const call of model.calls) {
      const usual = call.standing === 'stated' ? usualFor(call) : null;
      if (usual === null) continue;
      const { name, method } = call;
      yield {
        element: call.id,
        at: call.at,
        message:
          method === 'GET'
            ? `The call ${name} changes something, and ${method} may be repeated, fetched ahead and kept by anybody in between.`
            : `The call ${name} only reads, and ${method} says that it writes.`,
        next: `Write ${usual}.`,
      };
    }
  },
});

/** What would be usual; null where the method is. Searching by POST is common. */
function usualFor({ method, does }: Call): string | null {
  const reads = does.kind === 'list' || does.kind === 'read';
  if (reads) return method === 'DELETE' || method === 'PUT' || method === 'PATCH' ? 'GET' : null;
  if (method !== 'GET') return null;
  if (does.kind === 'create' || does.kind === 'event') return 'POST';
  if (does.kind === 'change') return 'PATCH';
  return does.kind === 'delete' ? 'DELETE' : null;
}
