import type { EntitySchema, Schema } from '../../model/lookups/schema.ts';
import type { Call, Machine, Rule, Transition } from '../../model/types/model.ts';
import { STANDARD_CODES } from '../../model/types/standard-codes.ts';
import { fieldsSentBy } from '../lookups/call-inputs.ts';
import { occasionsOf } from './rule-occasions.ts';

/** An error and the element that raises it, in words. */
export interface RaisedError {
  readonly code: string;
  /** `rule V4`, `the guard of “pay”`. */
  readonly by: string;
}

/**
 * Returns the document's own errors with which one of its calls can be refused: the errors of the rules that are
 * checked, of the transitions that it takes, and of unique keys, including the errors of lines. `rules` are grouped by
 * entity. `counts` excludes rules that cannot fail because of an event. Null if it is not known what the call does.
 */
export function errorsRaisedBy(
  call: Call,
  schema: Schema,
  rules: ReadonlyMap<string, readonly Rule[]>,
  counts: (rule: Rule, machine: Machine, transition: Transition) => boolean = () => true,
): readonly RaisedError[] | null {
  const { does } = call;
  if (does.kind === 'outside' || does.kind === 'unknown' || does.kind === 'account') return null;
  const entity = schema.entities.get(does.entity);
  if (entity === undefined) return null;
  if (does.kind === 'list' || does.kind === 'read' || does.kind === 'values') return [];
  if (does.kind === 'delete') return raisedByDelete(rules.get(does.entity) ?? [], entity);
  const occasion = does.kind === 'event' ? `event ${does.event}` : does.kind;
  const written = writtenBy(call, entity, schema);
  const keys = entity.entity.unique.filter(
    ({ fields }) => written === null || fields.some(({ name }) => written.has(name)),
  );
  const ofKeys = keys.flatMap(({ error }) => (error === null ? [] : [{ code: error.name, by: 'a unique key' }]));
  const taken = entity.machines.flatMap(({ transitions }) =>
    transitions.filter(({ event, from }) => (does.kind === 'event' ? event === does.event : from === null)),
  );
  const ofTransitions = taken.flatMap(({ error, wrongState, event }) => [
    ...(error === null ? [] : [{ code: error.name, by: event === null ? 'the creation' : `the guard of “${event}”` }]),
    ...(wrongState === null ? [] : [{ code: wrongState.name, by: `“${event}” in a wrong state` }]),
  ]);
  const lines = entity.entity.fields.flatMap(({ type }) => (type.kind === 'list' ? type.entity : []));
  const ofRules = [does.entity, ...lines]
    .flatMap((of) => rules.get(of) ?? [])
    .flatMap((rule) => {
      const isChecked = rule.severity === 'error' && occasionsOf(rule, entity.machines).has(occasion);
      const isCounted =
        does.kind !== 'event' ||
        entity.machines.some((machine) =>
          machine.transitions.some((each) => each.event === does.event && counts(rule, machine, each)),
        );
      return isChecked && isCounted && rule.error !== null ? [{ code: rule.error.name, by: `rule ${rule.name}` }] : [];
    });
  return [...ofKeys, ...ofTransitions, ...ofRules];
}

/** Returns the errors of the rules on deletion. */
const raisedByDelete = (rules: readonly Rule[], { machines }: EntitySchema): RaisedError[] =>
  rules.flatMap((rule) =>
    rule.severity === 'error' && rule.error !== null && occasionsOf(rule, machines).has('delete')
      ? { code: rule.error.name, by: `rule ${rule.name}` }
      : [],
  );

/** Returns the fields that a call may write in an existing record; null for any field, as in a creation. */
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
  const sent = fieldsSentBy(call, entity, schema);
  const names = sent === null || sent.length === 0 ? [...entity.attributes.keys()] : sent.map(({ name }) => name);
  const isFixed = (name: string) => entity.entity.fields.some((field) => field.name === name && field.fixed);
  return new Set(names.filter((name) => !isFixed(name)));
}

/** Whether every call may return the error: the standard errors, and entries of the catalogue that stand for one. */
export function isStandardError(code: string, schema: Schema): boolean {
  return STANDARD_CODES.has(code) || (schema.errors.get(code)?.standsFor.length ?? 0) > 0;
}
