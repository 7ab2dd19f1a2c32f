import type { Row } from '../../fields/text/value.ts';
import { idOf } from '../../model/types/element.ts';
import { isAuthority } from '../access/authority.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import { type Context, entityOf, scopeOf } from '../context/decision-context.ts';
import type { FollowUp } from '../context/follow-up.ts';
import { isReadableSomewhere, matchingGrants } from '../context/permissions.ts';
import type { Verdict, Write } from '../context/verdict.ts';
import type { Intent } from '../core/intent.ts';
import type { RecordKey } from '../core/needs-and-facts.ts';
import type { Refusal } from '../core/refusal.ts';
import { deletionEffects } from '../effects/operations.ts';
import { invalid, refuse } from '../errors/error-catalogue.ts';
import { fieldsNamed, fieldTexts } from '../errors/message-fields.ts';
import {
  denyByRole,
  findReadable,
  notAllowedHere,
  notFoundById,
  notFoundWithin,
  refuseByIfMatch,
} from '../records/authorize-record.ts';
import { rulesBrokenByDelete } from '../rules/rules.ts';
import { isFinal, wrongState } from '../transitions/editable-states.ts';
import { firstRefusal, once, orderOf, refuseGuest, stateChecks } from './refusal-steps.ts';
import { followUpsOfEvent } from './writes.ts';

type Remove = Extract<Intent, { kind: 'delete' }>;

/**
 * Decides a deletion. Checks in this order unless the call states another: the record exists, it may be deleted, the version matches, the state is not
 * final, its rules on deletion hold, and no restricting reference points to it.
 */
export function decideDelete(context: Context, intent: Remove): Verdict {
  const entity = entityOf(context.model, intent.entity);
  const order = orderOf(context.model, intent.call);
  const find = once(() => findReadable(context, entity, intent.id));
  const ofRow = (judge: (row: Row) => Refusal | null) => () => {
    const row = find();
    return row === null ? null : judge(row);
  };
  const refusal = firstRefusal(order, [
    refuseGuest(context, entity, ['read', 'delete']),
    ['allowed', () => denyByRole(context, entity, ['read', 'delete'])],
    ['found', () => (find() === null ? notFoundWithin(context, entity, intent) : null)],
    ['allowed', ofRow((row) => notAllowed(context, entity, row))],
    ['version', ofRow((row) => refuseByIfMatch(context, row, intent.ifMatch))],
    ...stateChecks(context, order, entity, find, (row) => refusedState(context, entity, row)),
    ['rules', ofRow((row) => refusedByRules(context, entity, row) ?? refusedUses(context, entity, row))],
  ]);
  const row = find();
  if (refusal !== null) return no(refusal);
  return row === null ? no(notFoundById(context, entity, intent.id)) : removed(context, entity, row);
}

/** Deletes a record by an effect, or by the cascade of another record. Its state, its rules on deletion and restricting references to it are still checked. */
export function removeByProduct(context: Context, entity: CompiledEntity, row: Row, of: RecordKey | null): Verdict {
  const refused =
    refusedState(context, entity, row) ?? refusedByRules(context, entity, row) ?? refusedUses(context, entity, row);
  return refused === null ? removed(context, entity, row, of) : no(refused);
}

function removed(context: Context, entity: CompiledEntity, row: Row, of: RecordKey | null = null): Verdict {
  const effects = deletionEffects(context, entity, row);
  if ('situation' in effects) return no(effects);
  const along = cascadeFollowUps(context, entity, row);
  if ('situation' in along) return no(along);
  const follow = [...effects.follow, ...along, ...followUpsOfEvent(context, row, 'delete')];
  return {
    allowed: true,
    row: null,
    writes: [...writesOf(context, entity, row, { of, notes: effects.notes }), ...effects.after],
    ...(follow.length === 0 ? {} : { follow }),
  };
}

/**
 * Returns the deletions of the records that refer to this one with `on delete: cascade`, or the refusal if they can't
 * be deleted.
 */
function cascadeFollowUps(
  { model, facts }: Context,
  entity: CompiledEntity,
  { id: target }: Row,
): FollowUp[] | Refusal {
  const followUps: FollowUp[] = [];
  for (const { entity: from, field } of entity.referrers) {
    if (field.onDelete !== 'cascade') continue;
    const ids = facts.referring?.({ entity: from, field: field.name, target });
    if (ids === undefined) return refuse(model, 'UNAVAILABLE');
    // There are more than one write may process.
    if (ids === null) return refuse(model, 'CIRCLE', { what: field.label }, [field.id]);
    const of = { entity: entity.name, id: target };
    followUps.push(...ids.map((id): FollowUp => ({ kind: 'remove', by: field.id, depth: 0, entity: from, id, of })));
  }
  return followUps;
}

/** Returns the refusal of deleting the record as it is now. References to it are not checked. */
export function refusalOfDelete(context: Context, entity: CompiledEntity, row: Row): Refusal | null {
  return (
    denyByRole(context, entity, ['read', 'delete']) ??
    notAllowed(context, entity, row) ??
    refusedState(context, entity, row)
  );
}

function notAllowed(context: Context, entity: CompiledEntity, row: Row): Refusal | null {
  const grants = matchingGrants(context, entity.permissions.delete, scopeOf(context, row));
  return grants.length > 0 ? null : notAllowedHere(context, entity, 'delete', row);
}

function refusedState(context: Context, entity: CompiledEntity, row: Row): Refusal | null {
  return isFinal(entity, row) ? wrongState(context, row) : null;
}

function refusedByRules(context: Context, entity: CompiledEntity, row: Row): Refusal | null {
  const failures = rulesBrokenByDelete(context, entity, row);
  return failures.length === 0 ? null : invalid(context.model, failures);
}

/**
 * Refuses if references restrict the deletion, or if that is not loaded. Fields that these roles may not read on any
 * record are not named.
 */
function refusedUses(context: Context, entity: CompiledEntity, row: Row): Refusal | null {
  if (!entity.referrers.some(({ field }) => field.onDelete === 'restrict')) return null;
  const counts = context.facts.referrers({ entity: entity.name, id: row.id });
  if (counts === undefined) return refuse(context.model, 'UNAVAILABLE');
  const inUse = [...counts].filter(([, count]) => count > 0);
  if (inUse.length === 0) return null;
  const { sentences } = context.model;
  const named = inUse.flatMap(
    ([key]) =>
      entity.referrers.find(
        ({ entity: from, field }) => `${from}.${field.name}` === key && isReadableSomewhere(context, from, field.name),
      ) ?? [],
  );
  const uses = named.map(({ entity: from, field }) =>
    sentences.fieldOf({ field: field.label, entity: context.model.entities.get(from)?.entity.label ?? from }),
  );
  if (named.length < inUse.length) uses.push(sentences.otherRecords);
  return refuse(
    context.model,
    'IN_USE',
    {
      ...fieldTexts(context, row, fieldsNamed(context.model, entity, ['IN_USE'])),
      uses: context.model.format.list(uses),
    },
    named.map(({ field }) => field.id),
    [entity.entity.id, idOf('permission', entity.name, 'delete')],
  );
}

function writesOf(
  context: Context,
  entity: CompiledEntity,
  row: Row,
  { of, notes }: { readonly of: RecordKey | null; readonly notes: readonly string[] },
): Write[] {
  const cleared = entity.referrers
    .filter(({ field }) => field.onDelete === 'clear')
    .map(({ entity: from, field: { name } }): Write => {
      const clear = { kind: 'clear', entity: from, field: name, target: row.id } as const;
      if (!isAuthority(context, from, name)) return clear;
      const isSecret = context.model.entities.get(from)?.secrets.own.has(name) === true;
      const change = { field: name, from: isSecret ? null : row.id, to: null, revokes: 'rights changed' } as const;
      return { ...clear, authority: { kind: 'authority', entity: from, ...change } };
    });
  const entry = { entity: entity.name, id: row.id, event: 'delete', changes: [], notes };
  const gone = { kind: 'delete', entity: entity.name, id: row.id, ...(of === null ? {} : { of }) } as const;
  return [...cleared, gone, { kind: 'history', entry }];
}

const no = (refusal: Refusal): Verdict => ({ allowed: false, refusal });
