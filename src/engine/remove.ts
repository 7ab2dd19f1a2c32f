import type { Row } from '../fields/value.ts';
import type { PreparedEntity } from './app.ts';
import { type Context, entityOf, scopeOf } from './context.ts';
import { refuse } from './errors.ts';
import { findReadable, notAllowedHere, notFound, refusedByMatch, refusedOutright } from './found.ts';
import type { Intent } from './intent.ts';
import { holding, readsSomewhere } from './permissions.ts';
import type { Refusal } from './refusal.ts';
import { isFinal, wrongState } from './states.ts';
import type { Verdict, Write } from './verdict.ts';

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
  return refused === null ? { allowed: true, row: null, writes: writesOf(entity, row) } : no(refused);
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
  if (!entity.referrers.some(({ field }) => field.onDelete !== 'clear')) return null;
  const counts = context.facts.referrers({ entity: entity.name, id: row.id });
  if (counts === undefined) return refuse(context.app, 'UNAVAILABLE');
  const inUse = [...counts].filter(([, count]) => count > 0);
  if (inUse.length === 0) return null;
  const named = inUse.flatMap(
    ([key]) =>
      entity.referrers.find(
        ({ entity: from, field }) => `${from}.${field.name}` === key && readsSomewhere(context, from, field.name),
      ) ?? [],
  );
  const uses = named.map(
    ({ entity: from, field }) => `${field.label} of ${context.app.entities.get(from)?.entity.label ?? from}`,
  );
  if (named.length < inUse.length) uses.push('other records');
  return refuse(
    context.app,
    'IN_USE',
    { uses: context.app.format.list(uses) },
    named.map(({ field }) => field.id),
  );
}

function writesOf(entity: PreparedEntity, row: Row): Write[] {
  const cleared = entity.referrers
    .filter(({ field }) => field.onDelete === 'clear')
    .map(({ entity: from, field }): Write => ({ kind: 'clear', entity: from, field: field.name, target: row.id }));
  const entry = { entity: entity.name, id: row.id, event: 'delete', changes: [], notes: [] };
  return [...cleared, { kind: 'delete', entity: entity.name, id: row.id }, { kind: 'history', entry }];
}

const no = (refusal: Refusal): Verdict => ({ allowed: false, refusal });
