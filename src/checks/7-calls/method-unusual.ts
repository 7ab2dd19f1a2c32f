import type { Call } from '../../model/types/model.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'method-unusual',
  point: 7,
  severity: 'warning',
  about: 'A call that writes by GET, or one that only reads by DELETE, PUT or PATCH.',
  *find({ model }) {
    for (const call of model.calls) {
      const usual = call.standing === 'stated' ? usualFor(call) : null;
      if (usual === null) continue;
      const { name, method } = call;
      yield {
        element: call.id,
        at: call.at,
        message:
          method === 'GET'
            ? `The call ${name} changes data, but ${method} requests may be repeated, prefetched and cached.`
            : `The call ${name} only reads, but ${method} means that it writes.`,
        next: `Write ${usual}.`,
      };
    }
  },
});

/** Returns the usual method; null if the method is usual. Searching by POST is common. */
function usualFor({ method, does }: Call): string | null {
  const reads = does.kind === 'list' || does.kind === 'read' || does.kind === 'values';
  if (reads) return method === 'DELETE' || method === 'PUT' || method === 'PATCH' ? 'GET' : null;
  if (method !== 'GET') return null;
  if (does.kind === 'bulk' || (does.kind === 'file' && does.act === 'upload')) return 'POST';
  // Contracts exist that sign people in or out by GET.
  return WRITING.get(does.kind === 'account' ? does.act : does.kind) ?? null;
}

const WRITING: ReadonlyMap<string, string> = new Map([
  ['create', 'POST'],
  ['event', 'POST'],
  ['change', 'PATCH'],
  ['delete', 'DELETE'],
  ['sign up', 'POST'],
  ['change password', 'POST'],
  ['change me', 'PATCH'],
  ['delete me', 'DELETE'],
  ['event me', 'POST'],
]);
