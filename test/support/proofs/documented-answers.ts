import { errorsRaisedBy } from '../../../src/checks/transitions/raised-events.ts';
import { STANDARD } from '../../../src/engine/compiled/standard-errors.ts';
import { type Schema, schemaOf } from '../../../src/model/lookups/schema.ts';
import type { Call, Model, Rule } from '../../../src/model/types/model.ts';
import { STANDARD_CODES } from '../../../src/model/types/standard-codes.ts';
import { compilePaths } from '../../../src/server/core/path-template.ts';
import { PROTOCOL, protocolError } from '../../../src/server/core/protocol-errors.ts';
import type { Sent } from './hostile-requests.ts';

/** What is wrong with an answer by what the document and the protocol say that it may be; null: nothing. */
export type Judge = (sent: Sent, answer: Received) => string | null;

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Judges the answers of what runs this document. `raised` collects every code that was seen, those of fields too. */
export function judgeOf(model: Model, raised: Set<string>): Judge {
  const schema = schemaOf(model);
  const rules = Map.groupBy(model.rules, ({ entity }) => entity ?? '');
  const callAt = compilePaths(
    model.calls.flatMap((call) =>
      call.does.kind === 'outside' ? [] : [{ method: call.method, pattern: call.path, value: call }],
    ),
  );
  return (sent, answer) => {
    const { status, headers, text } = answer;
    if (status >= 500 && !(status === 503 && headers.get('retry-after') !== null)) return `it is answered ${status}`;
    if (status < 400) return wrongSuccess(sent, answer);
    const type = headers.get('content-type');
    if (type !== 'application/problem+json') return `an error comes as ${type}`;
    if (sent.method === 'HEAD') return text === '' ? null : 'HEAD has a body';
    const found = callAt(sent.method, sent.path.split('?')[0] ?? '');
    const call = found.found === 'value' ? found.value : null;
    return wrongProblem(answer, call, { model, schema, rules, raised });
  };
}

const LOCATED = new Set([201]);

function wrongSuccess({ method, path, headers: asked }: Sent, { status, headers, text }: Received): string | null {
  const type = headers.get('content-type') ?? '';
  if (![200, 201, 204, 304].includes(status)) return `it is answered ${status}`;
  if (status === 204 || status === 304) return text === '' ? null : `${status} has a body`;
  if (method === 'HEAD') return text === '' ? null : 'HEAD has a body';
  // `/../_/live` is the same address as `/_/live`.
  const at = new URL(`http://localhost:4000${path}`).pathname;
  if (type.startsWith('text/event-stream')) return at === '/_/live' ? null : 'a stream of events';
  if (type.startsWith('text/html'))
    return (asked['accept'] ?? '').includes('html') || at.startsWith('/') ? null : 'a page';
  if (type.startsWith('text/markdown')) return at.startsWith('/_/document') ? null : 'a document';
  if (type.startsWith('text/csv') && at !== '/_/export') return 'rows as a file';
  if (at.startsWith('/_/files/') || type.startsWith('text/csv'))
    return (headers.get('content-disposition') ?? '').startsWith('attachment') ? null : 'a file that is shown';
  if (type !== 'application/json') return `a success comes as ${type}`;
  if (LOCATED.has(status) && at.startsWith('/api/') && headers.get('location') === null)
    return 'what was made has no address';
  return isJson(text) ? null : 'it is no JSON';
}

interface Ground {
  readonly model: Model;
  readonly schema: Schema;
  readonly rules: ReadonlyMap<string, readonly Rule[]>;
  readonly raised: Set<string>;
}

interface Told {
  readonly type?: unknown;
  readonly title?: unknown;
  readonly status?: unknown;
  readonly detail?: unknown;
  readonly code?: unknown;
  readonly decidedBy?: readonly { readonly element?: unknown }[];
  readonly failures?: readonly { readonly code?: unknown; readonly pointer?: unknown; readonly message?: unknown }[];
}

function wrongProblem({ status, headers, text }: Received, call: Call | null, ground: Ground): string | null {
  if (!isJson(text)) return 'it is no JSON';
  const problem = JSON.parse(text) as Told;
  const { code } = problem;
  if (typeof code !== 'string') return 'it has no code';
  if (problem.status !== status) return `it says ${String(problem.status)} and is ${status}`;
  if (typeof problem.title !== 'string' || typeof problem.detail !== 'string') return 'it says nothing';
  if (problem.type !== `/_/errors/${encodeURIComponent(code)}`) return `its type is ${String(problem.type)}`;
  if (/undefined|\[object |NaN|\{\w+\}/.test(problem.detail) && !/[“”"]/.test(problem.detail))
    return `it says “${problem.detail}”`;
  if (status === 401 && headers.get('www-authenticate') === null) return 'it does not say how to sign in';
  if (status === 405 && headers.get('allow') === null) return 'it does not say which methods there are';
  if (headers.get('retry-after') === null && isForATime(problem, code, ground.model))
    return 'it does not say when to try again';
  const expected = statusOf(code, ground.model);
  if (expected === undefined) return `nothing states ${code}`;
  if (expected !== null && expected !== status) return `${code} is stated with ${expected} and comes with ${status}`;
  const codes = [code, ...(problem.failures ?? []).map((each) => each.code)];
  for (const each of codes) {
    if (typeof each !== 'string' || statusOf(each, ground.model) === undefined) return `nothing states ${String(each)}`;
    ground.raised.add(each);
    if (call !== null && !mayFailWith(call, each, ground)) return `“${call.name}” does not state ${each}`;
  }
  return null;
}

/**
 * Whether it is refused by the clock of the server alone, which knows when it is over. A condition of the document that is
 * stated with 429 is not: what it reads may change at any time, or never.
 */
function isForATime({ status, decidedBy = [] }: Told, code: string, model: Model): boolean {
  if (status === 503) return true;
  const entry = model.errors.find((each) => each.code === code);
  const slows = SLOWING.has(code) || (entry?.standsFor ?? []).some((each) => SLOWING.has(each));
  return status === 429 && slows && decidedBy.every(({ element }) => String(element).startsWith('limit/'));
}

const SLOWING: ReadonlySet<string> = new Set(['TOO_MANY_REQUESTS', 'TOO_MANY_ATTEMPTS']);

/** What a code is stated with; null: any status of its situation; undefined: nothing states it. */
function statusOf(code: string, model: Model): number | null | undefined {
  const entry = model.errors.find((each) => each.code === code);
  if (entry !== undefined) return entry.status;
  if (Object.hasOwn(STANDARD, code)) return STANDARD[code as keyof typeof STANDARD].status;
  return protocolError(code)?.status;
}

function mayFailWith(call: Call, code: string, { model, schema, rules }: Ground): boolean {
  if (STANDARD_CODES.has(code) || Object.hasOwn(PROTOCOL, code)) return true;
  if ((model.errors.find((each) => each.code === code)?.standsFor.length ?? 0) > 0) return true;
  if (call.errors.some(({ name }) => name === code)) return true;
  return (errorsRaisedBy(call, schema, rules) ?? []).some((each) => each.code === code);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
