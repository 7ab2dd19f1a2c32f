import { takesQueryInputs } from '../../expressions/shapes/query-inputs.ts';
import { recordParameter } from '../../model/lookups/call-record.ts';
import type { Call, Model } from '../../model/types/model.ts';
import type { Request } from '../evaluator/world.ts';
import { parentsIn } from './call-address.ts';
import type { Coverage } from './coverage.ts';

/** Requests about records. Comments are requested separately. */
export type OfRecords = Extract<
  Request,
  { kind: 'read' | 'list' | 'create' | 'change' | 'event' | 'delete' | 'deleted' | 'restore' }
>;

/** The calls of the document, and how often each was sent. */
interface Sending {
  readonly model: Model;
  readonly coverage: Coverage;
}

/** Returns the call of the document that does this; of several, the one that was sent least. */
export function callFor(
  { model, coverage }: Sending,
  kind: string,
  entity: string,
  event: string | null = null,
): Call | null {
  const sent = ({ id }: Call): number => {
    const { allowed, refused } = coverage.get(id) ?? { allowed: 0, refused: 0 };
    return allowed * MOST + Math.min(refused, MOST);
  };
  const fitting = model.calls.filter(
    (call) =>
      call.does.kind === kind &&
      'entity' in call.does &&
      call.does.entity === entity &&
      (call.does.kind !== 'event' || call.does.event === event) &&
      isAddressed(model, call),
  );
  return fitting.reduce<Call | null>((best, each) => (best === null || sent(each) < sent(best) ? each : best), null);
}

/** Whether a call takes values from its query. `verify` sends none there. */
export const hasQueryInputs = (call: Call): boolean => call.query.length > 0 && takesQueryInputs(call);

/** The weight of an allowed request; refused requests say less about a call. */
const MOST = 20;

/** Whether every parameter in the path of a call is known, and its query states no values. */
export function isAddressed(model: Model, call: Call): boolean {
  const { does, path } = call;
  if (!('entity' in does) || !path.startsWith('/') || hasQueryInputs(call)) return false;
  const names = new Set([...path.matchAll(/\/:([^/?#]+)/g)].map(([, name]) => name)).size;
  const own = does.kind === 'list' || does.kind === 'create' ? 0 : 1;
  if (own === 1 && recordParameter(path, does.entity) === null) return false;
  return names - own === parentsIn(model, call).length;
}

/**
 * Whether a request can be sent: the document states a call for it, or it is about deleted records, which have built-in
 * calls.
 */
export function isCalled(sending: Sending, request: OfRecords): boolean {
  return request.kind === 'deleted' || request.kind === 'restore' || calledFor(sending, request) !== null;
}

/** Returns the call that a request names, if its path is known, otherwise one that does what it requests. */
export function calledFor(sending: Sending, request: OfRecords): Call | null {
  const named = 'call' in request && request.call !== null ? callById(sending.model, request.call ?? null) : null;
  if (named !== null) return isAddressed(sending.model, named) ? named : null;
  return callFor(sending, request.kind, request.entity, request.kind === 'event' ? request.event : null);
}

export const callById = ({ calls }: Model, id: string | null): Call | null =>
  calls.find((call) => call.id === id) ?? null;
