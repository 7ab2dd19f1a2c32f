import { protocolAnswer } from './answer.ts';
import type { Asking } from './asking.ts';

/** The parameters of the address, or the refusal of the first that this endpoint does not have. */
export function readQuery(asking: Asking, known: readonly string[]): ReadonlyMap<string, string> | Response {
  const query = new Map<string, string>();
  for (const [name, value] of asking.url.searchParams) {
    if (!known.includes(name)) return wrongParameter(asking, `There is no parameter “${name}” here.`, hint(known));
    if (query.has(name)) return wrongParameter(asking, `The parameter “${name}” is given twice.`, 'Give it once.');
    query.set(name, value);
  }
  return query;
}

/** The refusal of a parameter. */
export function wrongParameter(asking: Asking, message: string, next: string): Response {
  return protocolAnswer(asking, { status: 400, code: 'UNKNOWN_PARAMETER', message, next });
}

const hint = (known: readonly string[]): string =>
  known.length === 0 ? 'Leave it out.' : `Leave it out, or use ${known.map((name) => `“${name}”`).join(', ')}.`;
