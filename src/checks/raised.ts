import type { Call, Rule } from '../model/model.ts';
import type { Schema } from '../model/schema.ts';
import { STANDARD_CODES } from '../model/standard-codes.ts';
import { occasionsOf } from './occasions.ts';

/** An error with the element that raises it, in words. */
export interface Raised {
  readonly code: string;
  /** `rule V4`, `the guard of “pay”`. */
  readonly by: string;
}

/**
 * What a call of ours can be refused with besides the usual: the errors of the rules that are looked at, of the transitions
 * that it takes, and of unique keys; those of lines too. `rules` are by entity. Null where what it does is not known.
 */
export function raisedBy(
  { does }: Call,
  schema: Schema,
  rules: ReadonlyMap<string, readonly Rule[]>,
): readonly Raised[] | null {
  if (does.kind === 'outside' || does.kind === 'unknown') return null;
  const entity = schema.entities.get(does.entity);
  if (entity === undefined) return null;
  if (does.kind === 'list' || does.kind === 'read' || does.kind === 'delete') return [];
  const occasion = does.kind === 'event' ? `event ${does.event}` : does.kind;
  const keys = does.kind === 'event' ? [] : entity.entity.unique;
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
      return isLooked && rule.error !== null ? [{ code: rule.error.name, by: `rule ${rule.name}` }] : [];
    });
  return [...ofKeys, ...ofTransitions, ...ofRules];
}

/** Errors that every call has: the usual ones, and entries that stand for one of them. */
export function isUsual(code: string, schema: Schema): boolean {
  return STANDARD_CODES.has(code) || (schema.errors.get(code)?.standsFor.length ?? 0) > 0;
}
