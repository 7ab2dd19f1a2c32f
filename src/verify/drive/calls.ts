import { recordParameter } from '../../model/lookups/call-record.ts';
import type { Call, Model } from '../../model/types/model.ts';
import type { Request } from '../oracle/world.ts';
import { parentsIn } from './address.ts';
import type { Covered } from './covered.ts';

/** What is asked of records themselves; comments are asked for by themselves. */
export type OfRecords = Extract<
  Request,
  { kind: 'read' | 'list' | 'create' | 'change' | 'event' | 'delete' | 'deleted' | 'restore' }
>;

/** Which calls there are, and how often each was sent. */
interface Sending {
  readonly model: Model;
  readonly covered: Covered;
}

/** The call of the document that does this; where there are several, the one that was sent least. */
export function callFor(
  { model, covered }: Sending,
  kind: string,
  entity: string,
  event: string | null = null,
): Call | null {
  const sent = ({ id }: Call): number => {
    const { allowed, refused } = covered.get(id) ?? { allowed: 0, refused: 0 };
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

/** Refusals of a call say less of it than what it let through. */
const MOST = 20;

/** Whether everything is known that the path of a call names. */
export function isAddressed(model: Model, call: Call): boolean {
  const { does, path } = call;
  if (!('entity' in does) || !path.startsWith('/')) return false;
  const names = new Set([...path.matchAll(/\/:([^/?#]+)/g)].map(([, name]) => name)).size;
  const own = does.kind === 'list' || does.kind === 'create' ? 0 : 1;
  if (own === 1 && recordParameter(path, does.entity) === null) return false;
  return names - own === parentsIn(model, call).length;
}

/** What a document states no call for is asked by nobody; what was deleted has calls of our own. */
export function isCalled(sending: Sending, request: OfRecords): boolean {
  return request.kind === 'deleted' || request.kind === 'restore' || calledFor(sending, request) !== null;
}

/** The call that a request names, else one that does what it asks. */
export function calledFor(sending: Sending, request: OfRecords): Call | null {
  const named = 'call' in request && request.call !== null ? callById(sending.model, request.call ?? null) : null;
  return named ?? callFor(sending, request.kind, request.entity, request.kind === 'event' ? request.event : null);
}

export const callById = ({ calls }: Model, id: string | null): Call | null =>
  calls.find((call) => call.id === id) ?? null;
