import type { Row } from '../../fields/text/value.ts';
import { isIds } from '../../fields/types/references.ts';
import { changesOwnAuthority } from '../access/authority.ts';
import { mayDisclose, mayReadPath } from '../access/disclosure.ts';
import type {
  CompiledEntity,
  CompiledFormula,
  CompiledModel,
  CompiledPerformers,
  CompiledTransition,
} from '../compiled/compiled-model.ts';
import { targetOf } from '../compiled/follow-path.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import { type Context, entityOf, scopeOf } from '../context/decision-context.ts';
import { grantsOf, matchesAnyGrant } from '../context/permissions.ts';
import type { Refusal } from '../core/refusal.ts';
import { type MessageValues, refuse, refuseWithCode } from '../errors/error-catalogue.ts';
import { fieldsNamed, fieldTexts } from '../errors/message-fields.ts';
import { conditionText, performersOfTransitions } from '../errors/message-values.ts';
import { withoutReason } from '../records/authorize-record.ts';

/** Returns the transitions that an event may take, in stated order. */
export function transitionsOf(entity: CompiledEntity, event: string): readonly CompiledTransition[] {
  return entity.byEvent.get(event) ?? [];
}

/**
 * Returns whether these roles could raise the event on at least some record. A field that leads to a person may lead to
 * anybody, so it counts.
 */
export function mayRaiseSomewhere(
  { principal }: Pick<Context, 'principal'>,
  entity: CompiledEntity,
  transition: CompiledTransition,
): boolean {
  if (transition.who === null || transition.unknown.length > 0) return false;
  if (transition.who.length === 0) return grantsOf(entity.permissions.change, principal).length > 0;
  return transition.who.some(
    (one) => one.kind === 'path' || one.kind === 'relation' || (one.kind === 'role' && principal.roles.has(one.role)),
  );
}

/**
 * Returns whether the transitions have different guards about the person, so that these guards select a transition
 * rather than permit the event.
 */
export const differByPerson = (rows: readonly CompiledTransition[]): boolean =>
  rows.some(({ personGuardsKey }) => personGuardsKey !== rows[0]?.personGuardsKey);

interface PersonOptions {
  /** Whether `Who` is ignored. */
  readonly anybody?: boolean;
  /** Whether other transitions of the same event from the same state have a different guard about the person. */
  readonly isOneOfSeveral?: boolean;
}

/**
 * Returns the refusal because of the person: by `Who`, by a part of the guard about the person, or because it would
 * change their own authority; null if nothing about the person prevents the transition.
 */
export function personRefusal(
  context: Context,
  prepared: CompiledTransition,
  row: Row,
  { anybody = false, isOneOfSeveral = false }: PersonOptions = {},
): Refusal | null {
  if (prepared.unknown.length > 0) return notKnownWhose(context, prepared);
  if (context.product) return null;
  if (!anybody && !mayPerform(context, prepared, row)) {
    return knowsWho(context, prepared, row)
      ? notTheirs(context, prepared)
      : withoutReason(context, notTheirs(context, prepared));
  }
  if (changesOwnAuthority(context, row, prepared)) {
    return { ...notTheirs(context, prepared), next: context.model.sentences.ownRights };
  }
  if (prepared.personGuards.length === 0) return null;
  const scope = scopeOf(context, row);
  const failed = prepared.personGuards.filter((part) => part.evaluate(scope) !== true);
  if (failed.length === 0) return null;
  const refusal = isOneOfSeveral ? notMetByPerson(context, prepared) : notTheirs(context, prepared);
  return mayDisclose(context, failed, row) ? refusal : withoutReason(context, refusal);
}

/**
 * If guards about the person select one of several transitions, an unmet guard is refused with the error that the
 * transition states.
 */
function notMetByPerson(context: Context, prepared: CompiledTransition): Refusal {
  const code = prepared.transition.error?.name;
  const refusal = notTheirs(context, prepared);
  if (code === undefined) return refusal;
  const { model } = context;
  const performers = performersOfTransitions(model, [prepared], context);
  return refuseWithCode(
    model,
    code,
    'NOT_ALLOWED',
    { who: performers, event: prepared.transition.label },
    refusal.decidedBy,
  );
}

/** Returns the refusal that names the transition and who else could take it. */
function notTheirs(context: Context, prepared: CompiledTransition): Refusal {
  const { id } = prepared.transition;
  return memoizeByRoles(context.model, `not theirs ${id}`, context.principal, () =>
    refuse(context.model, 'NOT_ALLOWED', { who: performersOfTransitions(context.model, [prepared], context) }, [id]),
  );
}

/** Returns the refusal of a transition that depends on elements that are not shown. */
function notKnownWhose(context: Context, prepared: CompiledTransition): Refusal {
  return memoizeByRoles(context.model, `not known whose ${prepared.transition.id}`, context.principal, () => ({
    ...notTheirs(context, prepared),
    decidedBy: prepared.unknown,
  }));
}

/**
 * Returns the refusal by the parts of the guard that are not about the person, with the error code that the transition
 * states; null if they hold.
 */
export function guardRefusal(context: Context, prepared: CompiledTransition, row: Row): Refusal | null {
  if (prepared.guard.length === 0) return null;
  const scope = scopeOf(context, row);
  const failed = prepared.guard.filter((part) => part.evaluate(scope) !== true);
  if (failed.length === 0) return null;
  const isDisclosed = mayDisclose(context, failed, row);
  const parts = failed.map((part) => prepared.guard.indexOf(part)).join();
  const { error } = prepared.transition;
  const codes = error === null ? ['NOT_MET'] : [error.name, 'NOT_MET'];
  const named = fieldsNamed(context.model, entityOf(context.model, row.entity), codes);
  // The message contains values of the record, so it can't be cached.
  if (named.length > 0) return notMet(context.model, prepared, failed, isDisclosed, fieldTexts(context, row, named));
  return memoizeByRoles(
    context.model,
    `not met ${isDisclosed} ${parts} ${prepared.transition.id}`,
    context.principal,
    () => notMet(context.model, prepared, failed, isDisclosed),
  );
}

function notMet(
  model: CompiledModel,
  { transition }: CompiledTransition,
  failed: readonly CompiledFormula[],
  isDisclosed: boolean,
  fields: MessageValues = {},
): Refusal {
  const words = model.format.list(failed.map((part) => conditionText(model, part.typed)));
  const values = { ...fields, event: transition.label, condition: isDisclosed ? words : model.sentences.hiddenPart };
  const unknown = failed.flatMap((part) => part.unknown);
  const decidedBy = isDisclosed ? [transition.id, ...unknown] : [];
  const code = transition.error?.name;
  return code === undefined
    ? refuse(model, 'NOT_MET', values, decidedBy)
    : refuseWithCode(model, code, 'NOT_MET', values, decidedBy);
}

/** Returns whether the person is among those of `Who`. A blank `Who` means everybody who may change the record. */
export function mayPerform(context: Context, { who: performers, machine }: CompiledTransition, row: Row): boolean {
  if (performers === null) return false;
  if (performers.length > 0) return performers.some((one) => isOne(context, one, row));
  const entity = entityOf(context.model, machine.entity);
  return matchesAnyGrant(context, entity.permissions.change, scopeOf(context, row));
}

function isOne(context: Context, performers: CompiledPerformers, row: Row): boolean {
  const me = context.principal.row;
  if (performers.kind === 'role') return context.principal.roles.has(performers.role);
  if (performers.kind === 'relation') return performers.condition.evaluate(scopeOf(context, row)) === true;
  return performers.kind === 'path' && me !== null && leadsTo(context, row, performers.path, me.id);
}

/**
 * Returns whether a path of references leads to this record, alone or among several. A record that is not loaded does
 * not count.
 */
function leadsTo(context: Context, row: Row, path: readonly string[], to: string): boolean {
  const [name, ...rest] = path;
  const value = name === undefined ? null : (row.values[name] ?? null);
  const ids = typeof value === 'string' ? [value] : isIds(value) ? value : [];
  if (name === undefined || rest.length === 0) return ids.includes(to);
  const target = targetOf(entityOf(context.model, row.entity).schema.attributes.get(name));
  return ids.some((id) => {
    const next = target === null ? null : context.find(target, id);
    return next ? leadsTo(context, next, rest, to) : false;
  });
}

function knowsWho(context: Context, { who: performers, machine }: CompiledTransition, row: Row): boolean {
  if (performers !== null && performers.length > 0) {
    return performers.every(
      (one) =>
        (one.kind !== 'path' || mayReadPath(context, row, one.path)) &&
        (one.kind !== 'relation' || mayDisclose(context, [one.condition], row)),
    );
  }
  const grants = grantsOf(entityOf(context.model, machine.entity).permissions.change, context.principal);
  return mayDisclose(
    context,
    grants.flatMap(({ where }) => where ?? []),
    row,
  );
}
