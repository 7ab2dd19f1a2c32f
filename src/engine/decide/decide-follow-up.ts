import { stateIn } from '../../model/lookups/states.ts';
import { refuseRoleChange } from '../access/role-changes-by-effects.ts';
import { rolesStatedByTransitions } from '../access/stated-roles.ts';
import { effectsReadPerson } from '../compile/authority-paths.ts';
import type { CompiledEntity, CompiledModel, CompiledTransition } from '../compiled/compiled-model.ts';
import { changedValues } from '../compiled/several-values.ts';
import { type Context, entityOf, productContext, scopeOf } from '../context/decision-context.ts';
import { type FollowUp, MAX_DEPTH, MAX_FOLLOW_UPS } from '../context/follow-up.ts';
import { isReadableSomewhere, mayReadRecord } from '../context/permissions.ts';
import type { Verdict } from '../context/verdict.ts';
import type { Facts, Needs } from '../core/needs-and-facts.ts';
import { PRODUCT, type Principal } from '../core/principal.ts';
import type { Failure, Refusal } from '../core/refusal.ts';
import { rowWith, sameValue, valuesOf } from '../core/row-values.ts';
import { checkUniquenessByProduct, type SentFields } from '../effects/changed-keys.ts';
import { decideEffect } from '../effects/cross-record-effects.ts';
import { withChangeEffects } from '../effects/operations.ts';
import { failure, invalid, refuse } from '../errors/error-catalogue.ts';
import { invalidEffectFields } from '../input/validate-effect-values.ts';
import { withoutReason } from '../records/authorize-record.ts';
import { overflowFailures, withComputedFields } from '../records/computed-fields.ts';
import { brokenRules } from '../rules/rules.ts';
import { fieldChangedSince, takenFields } from '../rules/unique-keys.ts';
import { isEnded, isFinal, wrongState } from '../transitions/editable-states.ts';
import { guardRefusal, personRefusal } from '../transitions/transition-refusals.ts';
import { createByProduct } from './create.ts';
import { isLine, lineRemovalVerdict, lineTransitionVerdict, ownedLine, setInLine, unavailable } from './owned-line.ts';
import { removeByProduct } from './remove.ts';
import { restoreByProduct, validateRestored } from './restore.ts';
import { performEventByProduct, performTransition, raiseByProduct, takeByProduct } from './transition.ts';
import { updateVerdict } from './writes.ts';

/** One follow-up of a write. `index`: the number of follow-ups before it; `id`: the id for a record that it creates. */
export interface Step {
  readonly consequence: FollowUp;
  readonly index: number;
  readonly id: string;
  /** The principal who caused it. The refusal contains only what they may know. */
  readonly principal: Principal;
  /** The fields that they sent, to which the refusal may be attached. Absent or null: none. */
  readonly sent?: SentFields | null;
}

/** Returns what `decideFollowUp` reads, as far as it is known before any record is loaded. */
export function followUpNeeds(model: CompiledModel, { consequence }: Step): Needs {
  const { entity } = consequence;
  const id = 'id' in consequence ? consequence.id : null;
  // An effect loads its data itself, so that each step of a loop loads only what its item needs.
  const paths = consequence.kind === 'do' ? [] : (model.entities.get(entity)?.paths ?? []);
  if (consequence.kind === 'restore')
    return { rows: [], unique: [], files: [], referrers: [], deleted: [{ entity, id: consequence.id, paths }] };
  return {
    rows: id === null ? [] : [{ entity, id, paths }],
    unique: [],
    files: [],
    referrers: consequence.kind === 'remove' ? [{ entity, id: consequence.id }] : [],
  };
}

/**
 * Decides a follow-up: an action of the product on another record because of a write. Permissions of the person are not
 * checked there; states, guards and rules are. The facts are those after all earlier steps. A refusal rolls back the
 * whole write.
 */
export function decideFollowUp(model: CompiledModel, step: Step, facts: Facts, now: number): Verdict {
  const { consequence, index } = step;
  // Nobody caused the action of a timer.
  const causer = step.principal === PRODUCT ? null : causerOf(model, step, facts);
  const context = productContext(model, facts, now, causer);
  if (consequence.depth >= MAX_DEPTH || index >= MAX_FOLLOW_UPS) {
    const what = model.elements.get(consequence.by)?.label ?? consequence.by;
    return { allowed: false, refusal: refuse(model, 'CIRCLE', { what }, [consequence.by]) };
  }
  const verdict = decided(context, step);
  // A failure of the request's own values is reported at the field that was sent.
  const isOwn = consequence.kind === 'judge' ? !consequence.byProduct : isOfWriter(consequence);
  if (!verdict.allowed)
    return isOwn ? verdict : { allowed: false, refusal: limitToKnown(context, step, verdict.refusal) };
  const { follow } = verdict;
  // The steps of an effect have the depth of the effect itself.
  const depth = consequence.depth + (consequence.kind === 'do' ? 0 : 1);
  if (follow === undefined) return verdict;
  // Its refusal names the effect that caused it.
  const by = (one: FollowUp) => (one.kind === 'judge' ? consequence.by : one.by);
  return { ...verdict, follow: follow.map((one) => ({ ...one, depth, by: by(one) })) };
}

/**
 * Returns the principal who caused the step. If effects read the person's record, it is reloaded in its current state.
 */
function causerOf(model: CompiledModel, { consequence, principal }: Step, facts: Facts): Principal {
  if (principal.row === null || !effectsReadPerson(entityOf(model, consequence.entity))) return principal;
  const row = facts.row(principal.row.entity, principal.row.id);
  return row ? { ...principal, row } : principal;
}

/** Returns whether the step is an effect of the written record itself, and not of a record changed by a follow-up. */
const isOfWriter = ({ kind, depth }: FollowUp): boolean => kind === 'do' && depth === 0;

function decided(given: Context, { consequence, id, principal, sent = null }: Step): Verdict {
  const context = isOfWriter(consequence) ? contextOfCauser(given, given.raiser ?? principal) : given;
  const entity = entityOf(context.model, consequence.entity);
  if (consequence.kind === 'make') return createByProduct(context, entity, id, consequence);
  if (consequence.kind === 'restore') {
    return restoreByProduct(context, contextOfCauser(context, principal), entity, consequence.id);
  }
  if (isLine(context.model, consequence.entity)) return decidedAtLine(context, consequence);
  const row = context.find(consequence.entity, consequence.id);
  if (row === undefined) return { allowed: false, refusal: refuse(context.model, 'UNAVAILABLE') };
  // There is nothing to do for a record that no longer exists.
  if (row === null) return NOTHING;
  switch (consequence.kind) {
    case 'set':
      return setByProduct(context, entity, row, consequence);
    case 'raise':
      return raiseByProduct(context, entity, row, consequence.event);
    case 'do':
      return decideEffect(context, entity, row, consequence);
    case 'remove':
      return removeByProduct(context, entity, row, consequence.of);
    case 'judge':
      return judged(context, contextOfCauser(context, principal), entity, row, consequence);
    case 'compare':
      return checkUniquenessByProduct(
        context,
        contextOfCauser(context, principal),
        entity,
        row,
        consequence.fields,
        sent,
      );
    case 'take':
      return followed(context, entity, row, consequence);
  }
}

/** Decides a follow-up on a line, which is written with its owner. */
function decidedAtLine(context: Context, consequence: Exclude<FollowUp, { kind: 'make' | 'restore' }>): Verdict {
  const owned = ownedLine(context, consequence);
  if (owned === undefined) return unavailable(context);
  if (owned === null) return NOTHING;
  const { entity, line } = owned;
  const { by } = consequence;
  switch (consequence.kind) {
    case 'set':
      return setInLine(context, owned, consequence);
    case 'remove':
      return lineRemovalVerdict(context, owned, by);
    case 'do':
      return decideEffect(context, entity, line, consequence);
    case 'raise': {
      const done = performEventByProduct(context, entity, line, consequence.event);
      return 'situation' in done ? { allowed: false, refusal: done } : lineTransitionVerdict(context, owned, done, by);
    }
    case 'take': {
      const transition = triggeredTransition(context, entity, line, consequence);
      if (transition === undefined) return NOTHING;
      return lineTransitionVerdict(context, owned, performTransition(context, entity, line, transition), by);
    }
    default:
      return NOTHING;
  }
}

const NOTHING: Verdict = { allowed: true, row: null, writes: [] };

type FoundRecord = NonNullable<ReturnType<Context['find']>>;

/**
 * Sets a field by the product. Only rules that name an event or state are checked (M19). A record in a final state is
 * not changed.
 */
function setByProduct(
  context: Context,
  entity: CompiledEntity,
  before: FoundRecord,
  { field, value: given, change, by, stated = [] }: Extract<FollowUp, { kind: 'set' }>,
): Verdict {
  const current = before.values[field] ?? null;
  const type = entity.schema.attributes.get(field)?.type;
  const value = change === null ? given : changedValues(type, current, change, given);
  if (sameValue(current, value)) return NOTHING;
  if (isFinal(entity, before)) return { allowed: false, refusal: wrongState(context, before) };
  const set = withComputedFields(context, entity, rowWith(before, valuesOf([[field, value]])), before);
  const follow: FollowUp[] = [];
  const { row, failures: ofEffects, rows, after, notes } = withChangeEffects(context, entity, before, set, follow);
  const refused = refuseRoleChange(context, entity, {
    operation: 'change',
    before,
    after: row,
    stated: [...stated, ...rolesStatedByTransitions(context, entity.name, rows)],
  });
  if (refused !== null) return { allowed: false, refusal: refused };
  const occasion = { event: null, operation: 'event', editable: false } as const;
  const failures: Failure[] = [
    ...takenFields(context, entity, row, fieldChangedSince(before, row)),
    ...overflowFailures(context, entity, row),
    ...brokenRules(context, entity, occasion, { row, old: before, bad: new Set() }),
  ].map((failed) => ({ ...failed, decidedBy: [...failed.decidedBy, by] }));
  failures.unshift(...invalidEffectFields(context, entity, { row: set, fields: [field], by }), ...ofEffects);
  if (failures.length > 0) return { allowed: false, refusal: invalid(context.model, failures) };
  return updateVerdict(context, entity, before, row, {
    ...{ event: 'change', attached: [], after, notes, follow, occasion },
  });
}

/** Checks the rules that depend on the resulting state. The refusal contains what the writer may know. */
function judged(
  context: Context,
  asker: Context,
  entity: CompiledEntity,
  row: FoundRecord,
  { occasion, before, byProduct }: Extract<FollowUp, { kind: 'judge' }>,
): Verdict {
  if (occasion.operation === 'restore') return validateRestored(byProduct ? context : asker, entity, row);
  const at = resultContext(byProduct ? context : asker, entity);
  const written = { row, old: before, bad: NO_FIELDS };
  const late = { ...occasion, stage: 'written' } as const;
  const failures = brokenRules(at, entity, late, written);
  if (failures.length > 0) return { allowed: false, refusal: invalid(context.model, failures) };
  const warnings = byProduct ? [] : brokenRules(at, entity, late, written, 'warning');
  return { ...NOTHING, ...(warnings.length === 0 ? {} : { warnings }) };
}

const NO_FIELDS: ReadonlySet<string> = new Set();

/** Returns the context with the person's record as it is after the write, if a rule reads it. */
function resultContext(context: Context, { rules }: CompiledEntity): Context {
  const { principal, facts } = context;
  if (principal.row === null || !rules.some(({ condition }) => condition?.mentionsPerson)) return context;
  const person = facts.row(principal.row.entity, principal.row.id);
  return person ? { ...context, principal: { ...principal, row: person } } : context;
}

/**
 * Takes the first triggered transition that starts at the current state and whose condition and guard hold. If there is
 * none, nothing happens.
 */
function followed(
  context: Context,
  entity: CompiledEntity,
  row: FoundRecord,
  consequence: Extract<FollowUp, { kind: 'take' }>,
): Verdict {
  const transition = triggeredTransition(context, entity, row, consequence);
  return transition === undefined ? NOTHING : takeByProduct(context, entity, row, transition);
}

function triggeredTransition(
  context: Context,
  entity: CompiledEntity,
  row: FoundRecord,
  { timers, other }: Extract<FollowUp, { kind: 'take' }>,
): CompiledTransition | undefined {
  const all = entity.machines.flatMap(({ transitions }) => transitions);
  return all.find((one) => timers.includes(one.transition.id) && follows(context, one, row, other));
}

function follows(context: Context, way: CompiledTransition, row: FoundRecord, other: FoundRecord): boolean {
  const { machine, transition, timer } = way;
  if (timer?.kind !== 'on' || stateIn(machine, row.values) !== transition.from || isEnded(machine, row)) return false;
  if (personRefusal(context, way, row) !== null) return false;
  if (timer.where !== null && timer.where.evaluate(scopeOf(context, other)) !== true) return false;
  return guardRefusal(context, way, row) === null;
}

/** Returns the context for the person who caused the step. */
const contextOfCauser = (context: Context, principal: Principal): Context => ({
  ...context,
  principal,
  memo: new Map(),
  product: false,
});

/**
 * Limits a refusal to what the causing person may know. If they may not read the record, they learn only that it
 * prevents the write.
 */
function limitToKnown(context: Context, { consequence, principal }: Step, refusal: Refusal): Refusal {
  const row = recordOf(context, consequence);
  const asker = contextOfCauser(context, principal);
  // Nobody can read a record that is being created or restored. Nobody caused the action of a timer.
  const isRead = row ? mayReadRecord(asker, row) : principal === PRODUCT;
  const readerRefusal = isRead && row ? refusalForReader(asker, consequence, row, refusal) : refusal;
  const named = principal === PRODUCT ? readerRefusal : withoutHiddenNames(asker, consequence, readerRefusal);
  const known = isRead ? named : withoutReason(context, named);
  // The fields belong to another record and are not on the form, except those that were sent.
  const isPlaced = consequence.kind === 'compare';
  const decidedBy = isPlaced ? known.decidedBy : [...new Set([consequence.by, ...known.decidedBy])];
  const failures = known.failures.map((failed) => ({
    ...failed,
    path: isPlaced ? failed.path : [],
    ...(isRead ? {} : { decidedBy: [] }),
  }));
  return { ...known, decidedBy, failures };
}

/** Removes the names of fields that the causing person may not read on any record. */
function withoutHiddenNames(asker: Context, { entity: name }: FollowUp, refusal: Refusal): Refusal {
  const { entity, keys } = entityOf(asker.model, name);
  const isTold = ({ decidedBy }: Failure): boolean => {
    const ofKeys = keys.flatMap(({ key }) => (decidedBy.includes(key.id) ? key.fields : []));
    const alone = entity.fields.filter(({ id }) => decidedBy.includes(id));
    return [...ofKeys, ...alone].every((field) => isReadableSomewhere(asker, name, field.name));
  };
  if (refusal.failures.every(isTold)) return refusal;
  const { hiddenPart } = asker.model.sentences;
  const failures = refusal.failures.map((failed) =>
    isTold(failed)
      ? failed
      : failure(asker.model, failed.path, failed.code, { field: hiddenPart, entity: hiddenPart }, []),
  );
  return invalid(asker.model, failures);
}

/** Returns the record that the step acts on; for a line its owner. */
function recordOf(context: Context, consequence: FollowUp): FoundRecord | null {
  if (!('id' in consequence)) return null;
  if (isLine(context.model, consequence.entity)) return ownedLine(context, consequence)?.row ?? null;
  return context.find(consequence.entity, consequence.id) ?? null;
}

/** Recomputes the refusal for a person who may read the record, so that it names what they may know. */
function refusalForReader(asker: Context, consequence: FollowUp, row: FoundRecord, refusal: Refusal): Refusal {
  if (consequence.kind !== 'raise' || isLine(asker.model, consequence.entity)) return refusal;
  const entity = entityOf(asker.model, consequence.entity);
  const again = raiseByProduct({ ...asker, product: true }, entity, row, consequence.event);
  return !again.allowed && again.refusal.code === refusal.code ? again.refusal : refusal;
}
