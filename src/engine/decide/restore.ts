import type { Row, Value } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import { isIds } from '../../fields/types/references.ts';
import type { Field } from '../../model/types/model.ts';
import { authorityWrites, foreignRoles } from '../access/authority.ts';
import { grantRefusal } from '../access/deny-self-promotion.ts';
import type { App, PreparedEntity } from '../compiled/compiled-model.ts';
import { type Context, entityOf, scopeOf } from '../context/decision-context.ts';
import type { Consequence } from '../context/follow-up.ts';
import { holding, mayReadField, mayReadRecord } from '../context/permissions.ts';
import type { Verdict, Write } from '../context/verdict.ts';
import type { Deleted, RecordKey } from '../core/facts.ts';
import type { Intent } from '../core/intent.ts';
import type { Failure, Refusal } from '../core/refusal.ts';
import { copyOf, sameValue, valuesOf } from '../core/row.ts';
import { failure, invalid } from '../errors/error-catalogue.ts';
import { entityText } from '../errors/message-values.ts';
import { notAllowedHere, notFound, refusedByMatch, refusedOutright } from '../records/authorize-record.ts';
import { computedRow, overflows } from '../records/computed-fields.ts';
import { brokenRules } from '../rules/rules.ts';
import { takenFields } from '../rules/unique-keys.ts';

type Restore = Extract<Intent, { kind: 'restore' }>;

/**
 * A deleted record comes back: still kept, readable as it was, allowed, the version seen; and nothing that happened
 * meanwhile is in its way. Nothing follows it but what went along with it.
 */
export function decideRestore(context: Context, intent: Restore): Verdict {
  const entity = entityOf(context.app, intent.entity);
  const outright = refusedOutright(context, entity, ['read', 'restore']);
  if (outright !== null) return no(outright);
  const found = context.facts.deleted?.(entity.name, intent.id) ?? null;
  if (found === null || isOver(context.app, found.at, context.now) || !mayReadRecord(context, found.row))
    return no(notFound(context, entity));
  const refused =
    notAllowed(context, entity, found.row) ??
    refusedRoles(context, entity, found.row) ??
    refusedByMatch(context, found.row, intent.ifMatch);
  return refused === null ? restored(context, context, entity, found) : no(refused);
}

/** The product brings a record back because the one comes back that took it along. `asker`: whoever caused it. */
export function restoreByProduct(context: Context, asker: Context, entity: PreparedEntity, id: string): Verdict {
  const found = context.facts.deleted?.(entity.name, id) ?? null;
  // What was brought back already, or is gone for good, needs nothing.
  if (found === null) return { allowed: true, row: null, writes: [] };
  const refused = refusedRoles(asker, entity, found.row);
  return refused === null ? restored(context, asker, entity, found) : no(refused);
}

/** What bringing it back would be refused for, as far as permissions decide. */
export function refusalOfRestore(context: Context, entity: PreparedEntity, row: Row): Refusal | null {
  return (
    refusedOutright(context, entity, ['read', 'restore']) ??
    notAllowed(context, entity, row) ??
    refusedRoles(context, entity, row)
  );
}

/** Whether what was deleted then is to be gone for good by now. */
export function isOver({ retention }: App, at: number, now: number): boolean {
  return at + retention <= now;
}

function notAllowed(context: Context, entity: PreparedEntity, row: Row): Refusal | null {
  const grants = holding(context, entity.permissions.restore, scopeOf(context, row));
  return grants.length > 0 ? null : notAllowedHere(context, entity, 'restore', row);
}

/** A person comes back with their roles: nobody gives away a role so that they do not hold. */
function refusedRoles(context: Context, entity: PreparedEntity, row: Row): Refusal | null {
  const role = context.app.people?.entity === entity.name ? context.app.people.role : null;
  if (role === null) return null;
  const cells = holding(context, entity.permissions.change, scopeOf(context, row));
  const foreign = foreignRoles(context, role.name, row.values[role.name] ?? null, null, cells);
  return foreign.length === 0 ? null : grantRefusal(context, entity, 'change', foreign, cells);
}

/** `asker`: whoever caused it, who is told what is in the way as far as they may know it. */
function restored(context: Context, asker: Context, entity: PreparedEntity, found: Deleted): Verdict {
  const { row: before, along } = found;
  const targets = targetsOf(context, entity, found);
  const row = computedRow(context, entity, targets.row, before);
  // What comes back changes what rules read elsewhere, and so does what comes along.
  const isLate = (along.length > 0 || entity.resulting.size > 0) && looksThrough(context, entity);
  const broken = isLate ? [] : brokenRules(context, entity, OCCASION, { row, old: null, bad: new Set() });
  const inTheWay = [
    ...targets.failures,
    ...unfitting(context, entity, row, []),
    ...takenFields(context, entity, row, () => true),
    ...overflows(context, entity, row),
  ].map((failed) => unnamed(asker, entity, row, failed));
  const failures = [...inTheWay, ...broken].map((failed) => told(context.app, failed));
  if (failures.length > 0) return no(invalid(context.app, failures));
  const changed = Object.keys(row.values).filter(
    (name) => !sameValue(row.values[name] ?? null, before.values[name] ?? null),
  );
  const values = valuesOf(changed.map((name) => [name, row.values[name] ?? null] as const));
  const worked = new Set(entity.computed.map(({ field }) => field.name));
  const changes = changed
    .filter((field) => !worked.has(field))
    .map((field) => ({ field, from: before.values[field] ?? null, to: row.values[field] ?? null }));
  const writes: Write[] = [
    { kind: 'restore', entity: entity.name, id: row.id, values },
    ...authorityWrites(context, null, row),
    { kind: 'history', entry: { entity: entity.name, id: row.id, event: 'restore', changes, notes: [] } },
  ];
  const late: Consequence = {
    ...{ kind: 'judge', by: entity.entity.id, depth: 0, entity: entity.name, id: row.id },
    ...{ occasion: OCCASION, before: null, byProduct: context.product },
  };
  const follow = [...along.map((key) => comingAlong(context.app, entity, key)), ...(isLate ? [late] : [])];
  const version = before.version + 1;
  return { allowed: true, row: { ...row, version }, writes, ...(follow.length === 0 ? {} : { follow }) };
}

/** Whether a rule is asked again when the record comes back. */
function looksThrough({ app }: Context, { rules, lists }: PreparedEntity): boolean {
  const all = [...rules, ...lists.flatMap((list) => entityOf(app, list.entity).rules)];
  return all.some(({ condition }) => condition === null || condition.queries.length > 0);
}

/** What did not hold before everything that went along was back has to hold now. */
export function judgeRestored(context: Context, entity: PreparedEntity, row: Row): Verdict {
  const result = { ...context, isResult: true };
  const broken = brokenRules(result, entity, OCCASION, { row, old: null, bad: new Set() });
  const failures = broken.map((failed) => told(context.app, failed));
  return failures.length === 0 ? { allowed: true, row: null, writes: [] } : no(invalid(context.app, failures));
}

/** What looks at other records has to hold again; what the record itself says held when it went. */
const OCCASION = { event: null, operation: 'restore', editable: true, stage: 'all' } as const;

function comingAlong({ elements }: App, { referrers, entity }: PreparedEntity, key: RecordKey): Consequence {
  const field = referrers.find((each) => each.entity === key.entity && each.field.onDelete === 'cascade')?.field;
  const by = field !== undefined && elements.has(field.id) ? field.id : entity.id;
  return { kind: 'restore', by, depth: 0, entity: key.entity, id: key.id };
}

interface Aimed {
  readonly row: Row;
  readonly failures: readonly Failure[];
}

/**
 * What it points to and is not there any more: as if it had been there when that went. A field that says `on delete:
 * clear` is emptied of it, any other would have kept it, or gone along, and is in the way.
 */
function targetsOf(context: Context, entity: PreparedEntity, found: Deleted): Aimed {
  const coming = comingBack(context, found);
  const failures: Failure[] = [];
  const isThere = (target: string, id: string): boolean => context.find(target, id) != null || coming(target, id);
  const aimed = (of: PreparedEntity, row: Row, path: Failure['path']): Row => {
    const values = copyOf(row.values);
    for (const field of of.entity.fields) {
      const at = [...path, field.name];
      const value = values[field.name] ?? null;
      const { type } = field;
      if (value === null || field.computed !== null) continue;
      if (type.kind === 'list' && isRows(value)) {
        const lines = entityOf(context.app, type.entity);
        values[field.name] = value.map((line, index) =>
          computedRow(context, lines, aimed(lines, line, [...at, index]), line),
        );
      }
      if (type.kind !== 'reference' && type.kind !== 'references') continue;
      const ids = type.kind === 'references' ? (isIds(value) ? value : []) : [String(value)];
      const there = ids.filter((id) => isThere(type.entity, id));
      if (there.length === ids.length) continue;
      if (field.onDelete === 'clear')
        values[field.name] = type.kind === 'reference' || there.length === 0 ? null : there;
      else failures.push(gone(context, field, type.entity, at));
    }
    return { ...row, values };
  };
  const row = aimed(entity, found.row, []);
  return { row: failures.length === 0 ? row : found.row, failures };
}

function gone({ app }: Context, field: Field, target: string, path: Failure['path']): Failure {
  const values = { entity: entityText(app, entityOf(app, target)), field: field.label };
  return failure(app, path, 'TARGET_DELETED', values, [field.id]);
}

/** Whether a record is this one, or went along with it, however many steps away. */
function comingBack({ facts }: Context, { row, along }: Deleted): (entity: string, id: string) => boolean {
  const seen = new Set([keyOf(row)]);
  let all: ReadonlySet<string> | null = null;
  const gather = (keys: readonly RecordKey[]) => {
    for (const key of keys) {
      if (seen.has(keyOf(key))) continue;
      seen.add(keyOf(key));
      gather(facts.deleted?.(key.entity, key.id)?.along ?? []);
    }
    return seen;
  };
  return (entity, id) => {
    if (entity === row.entity && id === row.id) return true;
    all ??= gather(along);
    return all.has(keyOf({ entity, id }));
  };
}

const keyOf = ({ entity, id }: RecordKey): string => JSON.stringify([entity, id]);

/** States, choices and roles that the document had when the record went, and has no more. */
function unfitting(context: Context, entity: PreparedEntity, row: Row, path: Failure['path']): Failure[] {
  const states = entity.machines.flatMap(({ machine }) =>
    notAmong(context, machine, row.values[machine.name] ?? null, machine.states, path),
  );
  const fields = entity.entity.fields.flatMap((field): Failure[] => {
    const value = row.values[field.name] ?? null;
    const { type } = field;
    if (type.kind === 'choice') return notAmong(context, field, value, type.options, path);
    if (type.kind === 'role') return notAmong(context, field, value, [...context.app.schema.roles.values()], path);
    if (type.kind !== 'list' || !isRows(value)) return [];
    const lines = entityOf(context.app, type.entity);
    return value.flatMap((line, index) => unfitting(context, lines, line, [...path, field.name, index]));
  });
  return [...states, ...fields];
}

interface Choosing {
  readonly id: string;
  readonly name: string;
}

function notAmong(
  context: Context,
  { id, name }: Choosing,
  value: Value,
  options: readonly { readonly name: string; readonly label: string }[],
  path: Failure['path'],
): Failure[] {
  const known = new Set(options.map((option) => option.name));
  const lost = (Array.isArray(value) ? (value as readonly Value[]) : [value]).find(
    (each) => typeof each === 'string' && !known.has(each),
  );
  if (lost === undefined) return [];
  const choices = context.app.format.list(options.map(({ label }) => label));
  return [failure(context.app, [...path, name], 'NOT_A_CHOICE', { value: String(lost), choices }, [id])];
}

/**
 * A field that the person does not read, or that is given out to nobody, is not named, nor what stands in it, nor whose
 * value it is that another record has.
 */
function unnamed(asker: Context, entity: PreparedEntity, row: Row, failed: Failure): Failure {
  const [name] = failed.path;
  const isRead = typeof name !== 'string' || mayReadField(asker, row, name);
  if (isRead && !isSecret(asker.app, entity, failed.path)) return failed;
  const { hiddenPart } = asker.app.sentences;
  const values = { field: hiddenPart, entity: hiddenPart, value: hiddenPart, choices: hiddenPart };
  return failure(asker.app, [], failed.code, values, []);
}

/** Whether a path leads to what is given out to nobody, in lines too. */
function isSecret(app: App, { secrets, schema }: PreparedEntity, [name, , ...below]: Failure['path']): boolean {
  if (typeof name !== 'string') return false;
  const type = schema.attributes.get(name)?.type;
  if (type?.kind !== 'list' || below.length === 0) return secrets.own.has(name);
  return isSecret(app, entityOf(app, type.entity), below);
}

/** What to do about a value is said to who types it; here nobody does. */
function told({ schema }: App, failed: Failure): Failure {
  return schema.errors.has(failed.code) || failed.code === 'TARGET_DELETED' ? failed : { ...failed, next: '' };
}

const no = (refusal: Refusal): Verdict => ({ allowed: false, refusal });
