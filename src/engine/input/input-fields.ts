import { inputOf } from '../../fields/registry/input-kinds.ts';
import { mainCall } from '../../model/lookups/main-call.ts';
import type { Call, Field, Transition } from '../../model/types/model.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import type { Context } from '../context/decision-context.ts';
import { isGrantedSomewhere } from '../context/permissions.ts';
import type { Principal } from '../core/principal.ts';

/**
 * Returns whether people can ever enter the field in a form: it is not computed, not set by the product, not filled by
 * an ask alone, and its type has an input.
 */
export const isTyped = (field: Field): boolean => isMeantForPeople(field) && inputOf(field.type) !== 'none';

/**
 * Returns whether people would enter the field if its type were shown. A form has a placeholder for it that says so.
 */
export const isTypeMissing = (field: Field): boolean => isMeantForPeople(field) && field.type.kind === 'unknown';

const isMeantForPeople = ({ computed, byProduct, askedOn }: Field): boolean =>
  computed === null && !byProduct && askedOn.length === 0;

/** Returns the stated call that the generated screens send, among those that the person may use. */
export function callOfScreens(
  { model, calls }: CompiledModel,
  kind: Call['does']['kind'],
  entity: string,
  isUsable: (call: Call) => boolean,
): Call | undefined {
  const usable = model.calls.filter(isUsable);
  if (kind === 'create' || kind === 'change')
    return mainCall(usable, kind, entity, ({ id }) => calls.get(id)?.sends?.size ?? null);
  return usable.find(({ does }) => does.kind === kind && 'entity' in does && does.entity === entity);
}

/** Like `inputNames`, memoized per set of roles. */
export function inputNamesForRoles(
  model: CompiledModel,
  entity: CompiledEntity,
  operation: 'create' | 'change',
  principal: Principal,
  call: string | null,
): ReadonlySet<string> {
  const by = JSON.stringify([operation, entity.name, call]);
  return memoizeByRoles(model, `names sent ${by}`, principal, () =>
    inputNames(model, entity, operation, principal, call),
  );
}

/**
 * Returns the names that may be sent to create or change a record: those that the call states, else all input fields.
 */
export function inputNames(
  model: CompiledModel,
  entity: CompiledEntity,
  operation: 'create' | 'change',
  principal: Principal,
  call: string | null,
  isWanted = isTyped,
): ReadonlySet<string> {
  const sends = call === null ? null : (model.calls.get(call)?.sends ?? null);
  const typed = entity.entity.fields.filter((field) => isWanted(field) && (operation === 'create' || !field.fixed));
  const known = typed.filter((field) => operation === 'create' || isKnown(entity, field, principal));
  return new Set(known.map((field) => field.name).filter((name) => sends === null || sends.has(name)));
}

/**
 * Returns whether the person can know the field: it is readable on some record, or it is write-only. A field that can't
 * be read can't be changed, and its name is treated like one that does not exist.
 */
const isKnown = (entity: CompiledEntity, field: Field, principal: Principal): boolean =>
  field.writeOnly || isGrantedSomewhere(entity.permissions.read, principal, field.name);

/**
 * Returns the ids of what forbids a name: the field itself if the person may know it and the call lists it, else the
 * call.
 */
export function closedBy(
  { model, principal }: Pick<Context, 'model' | 'principal'>,
  entity: CompiledEntity,
  call: string | null,
  name: string,
): readonly string[] {
  const sends = call === null ? null : (model.calls.get(call)?.sends ?? null);
  const field = entity.entity.fields.find((one) => one.name === name);
  const known = field !== undefined && isKnown(entity, field, principal);
  if (known && (sends === null || sends.has(name))) return [field.id];
  return call === null ? [] : [call];
}

/** The names that a line of a list may have if the call states them; null if all input fields are allowed. */
export interface LineNames {
  readonly call: string;
  readonly names: ReadonlySet<string>;
}

export function lineNames(model: CompiledModel, call: string, list: string): LineNames | null {
  const names = model.calls.get(call)?.lines.get(list);
  return names === undefined ? null : { call, names };
}

/** Returns the names that may be sent with an event: its asks, limited to those that the call states. */
export function askNames(model: CompiledModel, transition: Transition, call: string | null): ReadonlySet<string> {
  const sends = call === null ? null : (model.calls.get(call)?.sends ?? null);
  const asks = transition.effects.flatMap((effect) => (effect.kind === 'ask' ? effect.field : []));
  return new Set(asks.filter((name) => sends === null || sends.size === 0 || sends.has(name)));
}
