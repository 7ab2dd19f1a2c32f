import { inputOf } from '../../fields/registry/input-kinds.ts';
import { mainCall } from '../../model/lookups/main-call.ts';
import type { Call, Field, Transition } from '../../model/types/model.ts';
import type { App, PreparedEntity } from '../compiled/compiled-model.ts';
import { kept } from '../compiled/memoize-by-roles.ts';
import type { Context } from '../context/decision-context.ts';
import { admitsOnSome } from '../context/permissions.ts';
import type { Who } from '../core/principal.ts';

/** Whether people ever type it into a form: not computed, not set by the product, not filled by an ask alone, of a type that has an input. */
export const isTyped = (field: Field): boolean => isMeantForPeople(field) && inputOf(field.type) !== 'none';

/** Whether people would type it if its type were shown: a form has a place for it, and says so. */
export const isTypeMissing = (field: Field): boolean => isMeantForPeople(field) && field.type.kind === 'unknown';

const isMeantForPeople = ({ computed, byProduct, askedOn }: Field): boolean =>
  computed === null && !byProduct && askedOn.length === 0;

/** The call of the document that our own screens send. */
export function callSent({ model, calls }: App, kind: Call['does']['kind'], entity: string): Call | undefined {
  if (kind === 'create' || kind === 'change')
    return mainCall(model.calls, kind, entity, ({ id }) => calls.get(id)?.sends?.size ?? null);
  return model.calls.find(({ does }) => does.kind === kind && 'entity' in does && does.entity === entity);
}

/** `inputNames`, worked out once for everybody who holds the same roles. */
export function namesSent(
  app: App,
  entity: PreparedEntity,
  operation: 'create' | 'change',
  who: Who,
  call: string | null,
): ReadonlySet<string> {
  const by = JSON.stringify([operation, entity.name, call]);
  return kept(app, `names sent ${by}`, who, () => inputNames(app, entity, operation, who, call));
}

/** The names that may be sent to create a record, or to change one: those that the call states, else whatever is typed. */
export function inputNames(
  app: App,
  entity: PreparedEntity,
  operation: 'create' | 'change',
  who: Who,
  call: string | null,
  isWanted = isTyped,
): ReadonlySet<string> {
  const sends = call === null ? null : (app.calls.get(call)?.sends ?? null);
  const typed = entity.entity.fields.filter((field) => isWanted(field) && (operation === 'create' || !field.fixed));
  const known = typed.filter((field) => operation === 'create' || isKnown(entity, field, who));
  return new Set(known.map((field) => field.name).filter((name) => sends === null || sends.has(name)));
}

/**
 * What one can't read one can't change, its name is then no more than any other; but for what is taken in and never given
 * out, which nobody reads.
 */
const isKnown = (entity: PreparedEntity, field: Field, who: Who): boolean =>
  field.writeOnly || admitsOnSome(entity.permissions.read, who, field.name);

/** What keeps a name from being sent: the call that does not list it, else the field itself as far as the person knows it. */
export function closedBy(
  { app, who }: Pick<Context, 'app' | 'who'>,
  entity: PreparedEntity,
  call: string | null,
  name: string,
): readonly string[] {
  const sends = call === null ? null : (app.calls.get(call)?.sends ?? null);
  const field = entity.entity.fields.find((one) => one.name === name);
  const known = field !== undefined && isKnown(entity, field, who);
  if (known && (sends === null || sends.has(name))) return [field.id];
  return call === null ? [] : [call];
}

/** What a line of this list may hold where it comes through a call that states it; null: all that is typed into lines. */
export interface LineNames {
  readonly call: string;
  readonly names: ReadonlySet<string>;
}

export function lineNames(app: App, call: string, list: string): LineNames | null {
  const names = app.calls.get(call)?.lines.get(list);
  return names === undefined ? null : { call, names };
}

/** The names that may be sent with an event: its asks, and of those what the call states. */
export function askNames(app: App, transition: Transition, call: string | null): ReadonlySet<string> {
  const sends = call === null ? null : (app.calls.get(call)?.sends ?? null);
  const asks = transition.effects.flatMap((effect) => (effect.kind === 'ask' ? effect.field : []));
  return new Set(asks.filter((name) => sends === null || sends.size === 0 || sends.has(name)));
}
