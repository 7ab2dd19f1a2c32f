import type { Formula } from '../../model/formula.ts';
import type { Effect } from '../../model/model.ts';
import { evaluate, type Scope } from './evaluate.ts';
import { entityNamed } from './names.ts';
import type { Outcome, Val } from './value.ts';
import { keptAs } from './wire.ts';
import type { Json } from './world.ts';

/** What an effect does at another record, worked out where the effect stands. */
export type Consequence = { readonly effect: Effect } & (
  | { readonly kind: 'set'; readonly id: string; readonly field: string; readonly value: Json | typeof TOO_LARGE }
  | { readonly kind: 'raise'; readonly id: string; readonly event: string }
  | { readonly kind: 'make'; readonly entity: string; readonly values: ReadonlyMap<string, Json | typeof TOO_LARGE> }
);

/** A number that no such field has room for. */
export const TOO_LARGE = Symbol('too large');

/** What an effect comes to at other records, over the record as it is there. */
export function consequencesOf(effect: Effect, scope: Scope): readonly Consequence[] {
  if (effect.kind === 'set' && effect.on !== null) {
    const { on, field, value } = effect;
    return recordsIn(worked(on, scope)).map(({ entity, id }) => ({
      ...{ effect, kind: 'set', id, field },
      value: keptIn(scope, entity, field, worked(value, scope)),
    }));
  }
  if (effect.kind === 'raise') {
    const { event } = effect;
    return recordsIn(worked(effect.on, scope)).map(({ id }) => ({ effect, kind: 'raise', id, event }));
  }
  return effect.kind === 'create' ? made(effect, scope) : [];
}

function made(effect: Extract<Effect, { readonly kind: 'create' }>, scope: Scope): readonly Consequence[] {
  const { entity, each, values } = effect;
  const scopes = each === null ? [scope] : itemsOf(each, scope);
  return scopes.map((inside) => ({
    ...{ effect, kind: 'make', entity },
    values: new Map(values.map(({ field, value }) => [field, keptIn(inside, entity, field, worked(value, inside))])),
  }));
}

/** The scope of each item for which the condition holds for certain. */
function itemsOf(
  { local, of, where }: { readonly local: string; readonly of: Formula; readonly where: Formula | null },
  scope: Scope,
): readonly Scope[] {
  const list = worked(of, scope);
  const items = list !== null && list !== undefined && typeof list !== 'boolean' && list.k === 'list' ? list.items : [];
  return items
    .map((item: Val): Scope => ({ ...scope, locals: new Map([...scope.locals, [local, item]]) }))
    .filter((inside) => where === null || worked(where, inside) === true);
}

const worked = ({ tree }: Formula, scope: Scope): Outcome => (tree === null ? undefined : evaluate(tree, scope));

function keptIn({ model }: Scope, entity: string, field: string, outcome: Outcome): Json | typeof TOO_LARGE {
  const type = entityNamed(model, entity)?.fields.find(({ name }) => name === field)?.type;
  const written = type === undefined || outcome === undefined ? null : keptAs(type, outcome);
  return written === 'too large' ? TOO_LARGE : written;
}

function recordsIn(of: Outcome): readonly { readonly entity: string; readonly id: string }[] {
  if (of === null || of === undefined || typeof of === 'boolean') return [];
  if (of.k === 'list') return of.items.flatMap(recordsIn);
  if (of.k === 'line') return [of.row];
  return of.k === 'record' ? [of] : [];
}
