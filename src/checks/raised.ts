import type { EntitySchema, Schema } from '../model/lookups/schema.ts';
import type { Call, Machine, Rule, Transition } from '../model/types/model.ts';
import { STANDARD_CODES } from '../model/types/standard-codes.ts';
import { sentBy } from './call-inputs.ts';
import { occasionsOf } from './occasions.ts';

/** An error with the element that raises it, in words. */
export interface Raised {
  readonly code: string;
  /** `rule V4`, `the guard of “pay”`. */
  readonly by: string;
}

/**
 * What a call of ours can be refused with besides the usual: the errors of the rules that are looked at, of the transitions
 * that it takes, and of unique keys; those of lines too. `rules` are by entity. `counts` leaves out rules that can't fail by an event. Null where what it does is not known.
 */
export function raisedBy(
  call: Call,
  schema: Schema,
  rules: ReadonlyMap<string, readonly Rule[]>,
  counts: (rule: Rule, machine: Machine, transition: Transition) => boolean = () => true,
): readonly Raised[] | null {
  const { does } = call;
  if (does.kind === 'outside' || does.kind === 'unknown') return null;
  const entity = schema.entities.get(does.entity);
  if (entity === undefined) return null;
  if (does.kind === 'list' || does.kind === 'read' || does.kind === 'delete') return [];
  const occasion = does.kind === 'event' ? `event ${does.event}` : does.kind;
  const written = writtenBy(call, entity, schema);
  const keys = entity.entity.unique.filter(
    ({ fields }) => written === null || fields.some(({ name }) => written.has(name)),
  );
  const ofKeys = keys.flatMap(({ error }) => (error === null ? [] : [{ code: error.name, by: 'a unique key' }]));
  const taken = entity.machines.flatMap(({ transitions }) =>
    transitions.filter(({ event, from }) => (does.kind === 'event' ? event === does.event : from === null)),
  );
  const ofTransitions = taken.flatMap(({ error, event }) =>
    error === null ? [] : [{ code: error.name, by: event === null ? 'the creation' : `the guard of “${event}”` }],
  );
  const lines = entity.entity.fields.flatMap(({ type }) => (type.kind === 'list' ? type.entity : []));
  const ofRules = [does.entity, ...lines]
    .flatMap((of) => rules.get(of) ?? [])
    .flatMap((rule) => {
      const isLooked = rule.severity === 'error' && occasionsOf(rule, entity.machines).has(occasion);
      const isCounted =
        does.kind !== 'event' ||
        entity.machines.some((machine) =>
          machine.transitions.some((each) => each.event === does.event && counts(rule, machine, each)),
        );
      return isLooked && isCounted && rule.error !== null ? [{ code: rule.error.name, by: `rule ${rule.name}` }] : [];
    });
  return [...ofKeys, ...ofTransitions, ...ofRules];
}

/** The fields that a call may write in a record that is there; null: any, as where it makes one. */
function writtenBy(call: Call, entity: EntitySchema, schema: Schema): ReadonlySet<string> | null {
  if (call.does.kind === 'event') {
    const { event } = call.does;
    const rows = entity.machines.flatMap(({ transitions }) => transitions.filter((row) => row.event === event));
    return new Set(
      rows.flatMap(({ effects }) =>
        effects.flatMap((effect) =>
          effect.kind === 'ask' || (effect.kind === 'set' && effect.on === null) ? effect.field : [],
        ),
      ),
    );
  }
  if (call.does.kind !== 'change') return null;
  const sent = sentBy(call, entity, schema.entities);
  const names = sent === null || sent.length === 0 ? [...entity.attributes.keys()] : sent.map(({ name }) => name);
  const isFixed = (name: string) => entity.entity.fields.some((field) => field.name === name && field.fixed);
  return new Set(names.filter((name) => !isFixed(name)));
}

/** Errors that every call has: the usual ones, and entries that stand for one of them. */
export function isUsual(code: string, schema: Schema): boolean {
  return STANDARD_CODES.has(code) || (schema.errors.get(code)?.standsFor.length ?? 0) > 0;
}
