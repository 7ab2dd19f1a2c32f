import type { EntitySchema, Schema } from '../../model/lookups/schema.ts';
import { type Deed, deedOf, isWriting } from '../../model/types/deed.ts';
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
  const deed = deedOf(call.does);
  const entity = schema.entities.get(deed?.entity ?? '');
  if (deed === null || entity === undefined) return null;
  if (!isWriting(deed)) return [];
  if (deed.kind === 'delete' || deed.kind === 'delete all') return raisedByDelete(rules.get(deed.entity) ?? [], entity);
  const isEvent = deed.kind === 'event';
  const occasion = isEvent ? `event ${deed.event}` : deed.kind === 'create' ? 'create' : 'change';
  const written = writtenBy(call, deed, entity, schema);
  const keys = entity.entity.unique.filter(
    ({ fields }) => written === null || fields.some(({ name }) => written.has(name)),
  );
  const ofKeys = keys.flatMap(({ error }) => (error === null ? [] : [{ code: error.name, by: 'a unique key' }]));
  const taken = entity.machines.flatMap(({ transitions }) => takenBy(deed, transitions));
  const ofTransitions = taken.flatMap(({ error, wrongState, event }) => [
    ...(error === null ? [] : [{ code: error.name, by: event === null ? 'the creation' : `the guard of “${event}”` }]),
    ...(wrongState === null ? [] : [{ code: wrongState.name, by: `“${event}” in a wrong state` }]),
  ]);
  const lines = entity.entity.fields.flatMap(({ type }) => (type.kind === 'list' ? type.entity : []));
  const ofRules = [deed.entity, ...lines]
    .flatMap((of) => rules.get(of) ?? [])
    .flatMap((rule) => {
      const isChecked = rule.severity === 'error' && occasionsOf(rule, entity.machines).has(occasion);
      const isCounted =
        !isEvent ||
        entity.machines.some((machine) =>
          machine.transitions.some((each) => each.event === deed.event && counts(rule, machine, each)),
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

/** Returns the transitions that a call takes: those of its event, or those of a creation. */
export const takenBy = ({ kind, event }: Deed, transitions: readonly Transition[]): readonly Transition[] =>
  transitions.filter((row) => (kind === 'event' ? row.event === event : kind === 'create' && row.from === null));

/** Returns the fields that a call may write in an existing record; null for any field, as in a creation. */
function writtenBy(
  call: Call,
  { kind, event }: Deed,
  entity: EntitySchema,
  schema: Schema,
): ReadonlySet<string> | null {
  if (kind === 'event') {
    const rows = entity.machines.flatMap(({ transitions }) => transitions.filter((row) => row.event === event));
    return new Set(
      rows.flatMap(({ effects }) =>
        effects.flatMap((effect) =>
          effect.kind === 'ask' || (effect.kind === 'set' && effect.on === null) ? effect.field : [],
        ),
      ),
    );
  }
  if (call.does.kind === 'file') return new Set([call.does.field]);
  if (kind === 'change password') return new Set();
  if (kind !== 'change') return null;
  const sent = fieldsSentBy(call, entity, schema);
  const names = sent === null || sent.length === 0 ? [...entity.attributes.keys()] : sent.map(({ name }) => name);
  const isFixed = (name: string) => entity.entity.fields.some((field) => field.name === name && field.fixed);
  return new Set(names.filter((name) => !isFixed(name)));
}

/** Whether every call may return the error: the standard errors, and entries of the catalogue that stand for one. */
export function isStandardError(code: string, schema: Schema): boolean {
  return STANDARD_CODES.has(code) || (schema.errors.get(code)?.standsFor.length ?? 0) > 0;
}
