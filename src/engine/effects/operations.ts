import type { Row } from '../../fields/text/value.ts';
import { BUILT_IN } from '../../model/lookups/schema.ts';
import type { PlainOperation } from '../../model/types/machine.ts';
import type { CompiledEntity, CompiledTransition } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import { type FollowUp, MAX_FOLLOW_UPS } from '../context/follow-up.ts';
import type { Write } from '../context/verdict.ts';
import type { Failure, Refusal } from '../core/refusal.ts';
import { sameValue } from '../core/row-values.ts';
import { failure, invalid, refuse } from '../errors/error-catalogue.ts';
import { evaluateFormula } from '../records/computed-fields.ts';
import { decideEffect, isOnOtherRecord } from './cross-record-effects.ts';
import { notificationsAndCalls, overwrittenValues, withEffects } from './effects.ts';

/** The rows of an operation that act on a record, and why the operation is refused if one of them is not fully read. */
export interface ActingRows {
  readonly rows: readonly CompiledTransition[];
  readonly failures: readonly Failure[];
}

const NO_ROWS: ActingRows = { rows: [], failures: [] };

/** Returns whether a row states effects of a plain operation; such a row leads from no state to none. */
export const isOfOperation = ({ transition }: Pick<CompiledTransition, 'transition'>): boolean =>
  transition.timer?.kind === 'operation';

/**
 * Returns the rows of an operation whose conditions hold, all judged on the record as the operation leaves it, before
 * any of their effects. A condition that is unknown for want of a value does not hold. A row that is not fully read
 * refuses the operation: unknown never permits.
 */
export function actingRows(
  context: Context,
  entity: CompiledEntity,
  operation: PlainOperation,
  row: Row,
  old: Row | null,
): ActingRows {
  const stated = entity.machines.flatMap(({ transitions }) =>
    transitions.filter(({ transition: { timer } }) => timer?.kind === 'operation' && timer.operation === operation),
  );
  if (stated.length === 0) return NO_ROWS;
  const rows: CompiledTransition[] = [];
  const failures: Failure[] = [];
  for (const each of stated) {
    // A form leaves what it cannot know to the server.
    if (each.unknown.length > 0 && !context.isForm)
      failures.push(failure(context.model, [], 'NOT_SHOWN', { what: `on ${operation}` }, [each.transition.id]));
    if (each.unknown.length > 0 || each.timer?.kind !== 'operation') continue;
    const { where } = each.timer;
    if (where === null || evaluateFormula(context, where, row, old).outcome === true) rows.push(each);
  }
  return { rows, failures };
}

/** A record after the effects of an operation, and what follows from them. */
export interface OperationEffects {
  readonly row: Row;
  readonly failures: readonly Failure[];
  readonly after: readonly Write[];
  readonly notes: readonly string[];
  readonly rows: readonly CompiledTransition[];
}

/**
 * Returns the changed record after the effects of `on change`. `bad`: fields without a valid value, so that nothing
 * that reads them is checked.
 */
export function withChangeEffects(
  context: Context,
  entity: CompiledEntity,
  before: Row,
  changed: Row,
  follow: FollowUp[] | null,
  bad: ReadonlySet<string> = new Set(),
): OperationEffects {
  const { rows, failures: unknown } = actingRows(context, entity, 'change', changed, before);
  const failures: Failure[] = [...unknown];
  const due: { readonly doing: FollowUp; readonly at: Row }[] = [];
  let row = changed;
  for (const acting of rows) {
    const ofThis: FollowUp[] = [];
    const effected = withEffects(context, entity, acting, before, ownChanges(entity, before, row), ofThis, bad);
    row = effected.row;
    failures.push(...effected.failures);
    due.push(...ofThis.map((doing) => ({ doing, at: effected.row })));
  }
  follow?.push(...due.map(({ doing, at }) => heldAt(entity, doing, at, row)));
  const consequences = rows.map((acting) => notificationsAndCalls(context, acting, row, before, 'change'));
  return {
    row,
    failures,
    after: consequences.flatMap(({ writes }) => writes),
    notes: consequences.flatMap(({ notes }) => notes),
    rows,
  };
}

/** Returns the values that differ, without computed ones. */
function ownChanges(entity: CompiledEntity, before: Row, after: Row) {
  const computed = new Set(entity.computed.map(({ field }) => field.name));
  const names = entity.attributes.flatMap(({ name }) => (computed.has(name) || BUILT_IN.includes(name) ? [] : name));
  return new Map(
    names.flatMap((name) => {
      const value = after.values[name] ?? null;
      return sameValue(before.values[name] ?? null, value) ? [] : [[name, value] as const];
    }),
  );
}

/**
 * Returns the follow-up of an effect with the values that its record had at its turn: effects of later rows may change
 * fields that it reads.
 */
export function heldAt(entity: CompiledEntity, doing: FollowUp, at: Row, now: Row): FollowUp {
  if (doing.kind !== 'do') return doing;
  return { ...doing, held: { ...overwrittenValues(entity, at, now), ...doing.held } };
}

/** What follows from a deletion by `on delete`. */
export interface DeletionEffects {
  readonly follow: readonly FollowUp[];
  readonly after: readonly Write[];
  readonly notes: readonly string[];
}

/**
 * Returns what `on delete` does with other records. It is evaluated while the record still exists; the record has no
 * new values.
 */
export function deletionEffects(context: Context, entity: CompiledEntity, row: Row): DeletionEffects | Refusal {
  const { rows, failures } = actingRows(context, entity, 'delete', row, row);
  if (failures.length > 0) return invalid(context.model, failures);
  const follow: FollowUp[] = [];
  for (const { transition, effects } of rows) {
    for (const effect of effects.filter(isOnOtherRecord)) {
      const about = { kind: 'do', by: transition.id, depth: 0, entity: entity.name, id: row.id } as const;
      let doing: Extract<FollowUp, { kind: 'do' }> | undefined = { ...about, effect, old: row, held: {} };
      while (doing !== undefined) {
        const verdict = decideEffect(context, entity, row, doing);
        if (!verdict.allowed) return verdict.refusal;
        const steps: readonly FollowUp[] = verdict.follow ?? [];
        follow.push(...steps.filter(({ kind }) => kind !== 'do'));
        // A loop gives its next item one by one.
        doing = steps.find((step): step is Extract<FollowUp, { kind: 'do' }> => step.kind === 'do');
        if (follow.length > MAX_FOLLOW_UPS)
          return refuse(context.model, 'CIRCLE', { what: 'on delete' }, [transition.id]);
      }
    }
  }
  const consequences = rows.map((acting) => notificationsAndCalls(context, acting, row, row, 'delete'));
  return {
    follow,
    after: consequences.flatMap(({ writes }) => writes),
    notes: consequences.flatMap(({ notes }) => notes),
  };
}
