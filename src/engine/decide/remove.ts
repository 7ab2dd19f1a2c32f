import type { Row } from '../../fields/text/value.ts';
import { isAuthority } from '../access/authority.ts';
import type { PreparedEntity } from '../compiled/compiled-model.ts';
import { type Context, entityOf, scopeOf } from '../context/decision-context.ts';
import type { Consequence } from '../context/follow-up.ts';
import { holding, readsSomewhere } from '../context/permissions.ts';
import type { Verdict, Write } from '../context/verdict.ts';
import type { RecordKey } from '../core/facts.ts';
import type { Intent } from '../core/intent.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../errors/error-catalogue.ts';
import {
  findReadable,
  notAllowedHere,
  notFound,
  refusedByMatch,
  refusedOutright,
} from '../records/authorize-record.ts';
import { isFinal, wrongState } from '../transitions/editable-states.ts';
import { followedBy } from './writes.ts';

type Remove = Extract<Intent, { kind: 'delete' }>;

/** A deletion: found, allowed, the version seen, not final, and nothing refers to it that says so. */
export function decideDelete(context: Context, intent: Remove): Verdict {
  const entity = entityOf(context.app, intent.entity);
  const outright = refusedOutright(context, entity, ['read', 'delete']);
  if (outright !== null) return no(outright);
  const row = findReadable(context, entity, intent.id);
  if (row === null) return no(notFound(context, entity));
  const allowed = notAllowed(context, entity, row);
  if (allowed !== null) return no(allowed);
  const refused =
    refusedByMatch(context, row, intent.ifMatch) ??
    refusedState(context, entity, row) ??
    refusedUses(context, entity, row);
  return refused === null ? removed(context, entity, row) : no(refused);
}

/** The product deletes a record because the one goes that it points to: the states and what refers to it still matter. */
export function removeByProduct(context: Context, entity: PreparedEntity, row: Row, of: RecordKey): Verdict {
  const refused = refusedState(context, entity, row) ?? refusedUses(context, entity, row);
  return refused === null ? removed(context, entity, row, of) : no(refused);
}

function removed(context: Context, entity: PreparedEntity, row: Row, of: RecordKey | null = null): Verdict {
  const along = goingAlong(context, entity, row);
  if ('situation' in along) return no(along);
  const follow = [...along, ...followedBy(context, row, 'delete')];
  return {
    allowed: true,
    row: null,
    writes: writesOf(context, entity, row, of),
    ...(follow.length === 0 ? {} : { follow }),
  };
}

/** The records that point to it by a field that says `on delete: cascade`; or why they can't go along. */
function goingAlong({ app, facts }: Context, entity: PreparedEntity, { id: target }: Row): Consequence[] | Refusal {
  const found: Consequence[] = [];
  for (const { entity: from, field } of entity.referrers) {
    if (field.onDelete !== 'cascade') continue;
    const ids = facts.referring?.({ entity: from, field: field.name, target });
    if (ids === undefined) return refuse(app, 'UNAVAILABLE');
    // More than may follow from one write.
    if (ids === null) return refuse(app, 'CIRCLE', { what: field.label }, [field.id]);
    const of = { entity: entity.name, id: target };
    found.push(...ids.map((id): Consequence => ({ kind: 'remove', by: field.id, depth: 0, entity: from, id, of })));
  }
  return found;
}

/** What a deletion would be refused for as the record stands; what refers to it is not looked at. */
export function refusalOfDelete(context: Context, entity: PreparedEntity, row: Row): Refusal | null {
  return (
    refusedOutright(context, entity, ['read', 'delete']) ??
    notAllowed(context, entity, row) ??
    refusedState(context, entity, row)
  );
}

function notAllowed(context: Context, entity: PreparedEntity, row: Row): Refusal | null {
  const grants = holding(context, entity.permissions.delete, scopeOf(context, row));
  return grants.length > 0 ? null : notAllowedHere(context, entity, 'delete', row);
}

function refusedState(context: Context, entity: PreparedEntity, row: Row): Refusal | null {
  return isFinal(entity, row) ? wrongState(context, row) : null;
}

/** Not known is in use: unknown never permits. What these roles read nowhere is not named. */
function refusedUses(context: Context, entity: PreparedEntity, row: Row): Refusal | null {
  if (!entity.referrers.some(({ field }) => field.onDelete === 'restrict')) return null;
  const counts = context.facts.referrers({ entity: entity.name, id: row.id });
  if (counts === undefined) return refuse(context.app, 'UNAVAILABLE');
  const inUse = [...counts].filter(([, count]) => count > 0);
  if (inUse.length === 0) return null;
  const { sentences } = context.app;
  const named = inUse.flatMap(
    ([key]) =>
      entity.referrers.find(
        ({ entity: from, field }) => `${from}.${field.name}` === key && readsSomewhere(context, from, field.name),
      ) ?? [],
  );
  const uses = named.map(({ entity: from, field }) =>
    sentences.fieldOf(field.label, context.app.entities.get(from)?.entity.label ?? from),
  );
  if (named.length < inUse.length) uses.push(sentences.otherRecords);
  return refuse(
    context.app,
    'IN_USE',
    { uses: context.app.format.list(uses) },
    named.map(({ field }) => field.id),
  );
}

function writesOf(context: Context, entity: PreparedEntity, row: Row, of: RecordKey | null): Write[] {
  const cleared = entity.referrers
    .filter(({ field }) => field.onDelete === 'clear')
    .map(({ entity: from, field: { name } }): Write => {
      const clear = { kind: 'clear', entity: from, field: name, target: row.id } as const;
      if (!isAuthority(context, from, name)) return clear;
      const isSecret = context.app.entities.get(from)?.secrets.own.has(name) === true;
      const change = { field: name, from: isSecret ? null : row.id, to: null, revokes: 'rights changed' } as const;
      return { ...clear, authority: { kind: 'authority', entity: from, ...change } };
    });
  const entry = { entity: entity.name, id: row.id, event: 'delete', changes: [], notes: [] };
  const gone = { kind: 'delete', entity: entity.name, id: row.id, ...(of === null ? {} : { of }) } as const;
  return [...cleared, gone, { kind: 'history', entry }];
}

const no = (refusal: Refusal): Verdict => ({ allowed: false, refusal });
