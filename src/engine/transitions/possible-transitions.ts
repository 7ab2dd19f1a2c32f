import type { Row } from '../../fields/text/value.ts';
import { isIds } from '../../fields/types/references.ts';
import { raisesOwn } from '../access/authority.ts';
import { mayKnow, readsPath } from '../access/disclosure.ts';
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
import { grantsOf, holdsAny } from '../context/permissions.ts';
import type { Refusal } from '../core/refusal.ts';
import { type MessageValues, refuse, refuseAs } from '../errors/error-catalogue.ts';
import { fieldsNamed, fieldTexts } from '../errors/message-fields.ts';
import { conditionText, performersOfTransitions } from '../errors/message-values.ts';
import { unseen } from '../records/authorize-record.ts';

/** The transitions that an event may take, in stated order. */
export function transitionsOf(entity: CompiledEntity, event: string): readonly CompiledTransition[] {
  return entity.byEvent.get(event) ?? [];
}

/** Whether these roles could raise it on some record: a field that leads to a person may lead to anybody. */
export function couldRaise(
  { who }: Pick<Context, 'who'>,
  entity: CompiledEntity,
  transition: CompiledTransition,
): boolean {
  if (transition.who === null || transition.unknown.length > 0) return false;
  if (transition.who.length === 0) return grantsOf(entity.permissions.change, who).length > 0;
  return transition.who.some(
    (one) => one.kind === 'path' || one.kind === 'relation' || (one.kind === 'role' && who.roles.has(one.role)),
  );
}

/** Whether guards about the person tell rows that they may take apart, so that they choose a way rather than permit one. */
export const differByPerson = (rows: readonly CompiledTransition[]): boolean =>
  rows.some(({ personalKey }) => personalKey !== rows[0]?.personalKey);

interface PersonOptions {
  /** Whether `Who` counts for nothing. */
  readonly anybody?: boolean;
  /** Whether other rows of the same event leave the same state under another guard about the person. */
  readonly isOneOfSeveral?: boolean;
}

/** Refused for who asks: by `Who`, by a part of the guard that speaks of the person, or since it is about themselves. */
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
      : unseen(context, notTheirs(context, prepared));
  }
  if (raisesOwn(context, row, prepared)) {
    return { ...notTheirs(context, prepared), next: context.app.sentences.ownRights };
  }
  if (prepared.personal.length === 0) return null;
  const scope = scopeOf(context, row);
  const failed = prepared.personal.filter((part) => part.evaluate(scope) !== true);
  if (failed.length === 0) return null;
  const refusal = isOneOfSeveral ? notMetByPerson(context, prepared) : notTheirs(context, prepared);
  return mayKnow(context, failed, row) ? refusal : unseen(context, refusal);
}

/**
 * Where several rows are told apart by guards about the person, such a guard chooses a way rather than permits it, and is
 * refused by the error that the row states.
 */
function notMetByPerson(context: Context, prepared: CompiledTransition): Refusal {
  const code = prepared.transition.error?.name;
  const refusal = notTheirs(context, prepared);
  if (code === undefined) return refusal;
  const { app } = context;
  const who = performersOfTransitions(app, [prepared], context);
  return refuseAs(app, code, 'NOT_ALLOWED', { who, event: prepared.transition.label }, refusal.decidedBy);
}

/** The refusal that names the transition, and who else could take it. */
function notTheirs(context: Context, prepared: CompiledTransition): Refusal {
  const { id } = prepared.transition;
  return memoizeByRoles(context.app, `not theirs ${id}`, context.who, () =>
    refuse(context.app, 'NOT_ALLOWED', { who: performersOfTransitions(context.app, [prepared], context) }, [id]),
  );
}

/** The same of a transition that hangs on what is not shown. */
function notKnownWhose(context: Context, prepared: CompiledTransition): Refusal {
  return memoizeByRoles(context.app, `not known whose ${prepared.transition.id}`, context.who, () => ({
    ...notTheirs(context, prepared),
    decidedBy: prepared.unknown,
  }));
}

/** Refused by the rest of the guard, under the code that the row names. */
export function guardRefusal(context: Context, prepared: CompiledTransition, row: Row): Refusal | null {
  if (prepared.guard.length === 0) return null;
  const scope = scopeOf(context, row);
  const failed = prepared.guard.filter((part) => part.evaluate(scope) !== true);
  if (failed.length === 0) return null;
  const known = mayKnow(context, failed, row);
  const parts = failed.map((part) => prepared.guard.indexOf(part)).join();
  const { error } = prepared.transition;
  const codes = error === null ? ['NOT_MET'] : [error.name, 'NOT_MET'];
  const named = fieldsNamed(context.app, entityOf(context.app, row.entity), codes);
  // What it says of the record is another for each.
  if (named.length > 0) return notMet(context.app, prepared, failed, known, fieldTexts(context, row, named));
  return memoizeByRoles(context.app, `not met ${known} ${parts} ${prepared.transition.id}`, context.who, () =>
    notMet(context.app, prepared, failed, known),
  );
}

function notMet(
  app: CompiledModel,
  { transition }: CompiledTransition,
  failed: readonly CompiledFormula[],
  known: boolean,
  fields: MessageValues = {},
): Refusal {
  const words = app.format.list(failed.map((part) => conditionText(app, part.typed)));
  const values = { ...fields, event: transition.label, condition: known ? words : app.sentences.hiddenPart };
  const unknown = failed.flatMap((part) => part.unknown);
  const decidedBy = known ? [transition.id, ...unknown] : [];
  const code = transition.error?.name;
  return code === undefined
    ? refuse(app, 'NOT_MET', values, decidedBy)
    : refuseAs(app, code, 'NOT_MET', values, decidedBy);
}

/** Whether the person is among those of `Who`. Blank: whoever may change the record. */
export function mayPerform(context: Context, { who, machine }: CompiledTransition, row: Row): boolean {
  if (who === null) return false;
  if (who.length > 0) return who.some((one) => isOne(context, one, row));
  const entity = entityOf(context.app, machine.entity);
  return holdsAny(context, entity.permissions.change, scopeOf(context, row));
}

function isOne(context: Context, who: CompiledPerformers, row: Row): boolean {
  const me = context.who.row;
  if (who.kind === 'role') return context.who.roles.has(who.role);
  if (who.kind === 'relation') return who.condition.evaluate(scopeOf(context, row)) === true;
  return who.kind === 'path' && me !== null && leadsTo(context, row, who.path, me.id);
}

/** Whether a path of references ends at this record, or at several with it among them; what is not known does not. */
function leadsTo(context: Context, row: Row, path: readonly string[], to: string): boolean {
  const [name, ...rest] = path;
  const value = name === undefined ? null : (row.values[name] ?? null);
  const ids = typeof value === 'string' ? [value] : isIds(value) ? value : [];
  if (name === undefined || rest.length === 0) return ids.includes(to);
  const target = targetOf(entityOf(context.app, row.entity).schema.attributes.get(name));
  return ids.some((id) => {
    const next = target === null ? null : context.find(target, id);
    return next ? leadsTo(context, next, rest, to) : false;
  });
}

function knowsWho(context: Context, { who, machine }: CompiledTransition, row: Row): boolean {
  if (who !== null && who.length > 0) {
    return who.every(
      (one) =>
        (one.kind !== 'path' || readsPath(context, row, one.path)) &&
        (one.kind !== 'relation' || mayKnow(context, [one.condition], row)),
    );
  }
  const grants = grantsOf(entityOf(context.app, machine.entity).permissions.change, context.who);
  return mayKnow(
    context,
    grants.flatMap(({ where }) => where ?? []),
    row,
  );
}
