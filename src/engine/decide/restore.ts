import type { Row, Value } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import { isIds } from '../../fields/types/references.ts';
import type { Field } from '../../model/types/model.ts';
import { addedRolesNotHeld, authorityHistory } from '../access/authority.ts';
import { refuseRoleGrant } from '../access/deny-self-promotion.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { type Context, entityOf, scopeOf } from '../context/decision-context.ts';
import type { FollowUp } from '../context/follow-up.ts';
import { matchingGrants, mayReadField, mayReadRecord } from '../context/permissions.ts';
import type { Verdict, Write } from '../context/verdict.ts';
import type { Intent } from '../core/intent.ts';
import type { DeletedRow, RecordKey } from '../core/needs-and-facts.ts';
import type { Failure, Refusal } from '../core/refusal.ts';
import { copyOf, sameValue, valuesOf } from '../core/row-values.ts';
import { failure, invalid } from '../errors/error-catalogue.ts';
import { entityText } from '../errors/message-values.ts';
import { denyByRole, notAllowedHere, notFound, refuseByIfMatch } from '../records/authorize-record.ts';
import { overflowFailures, withComputedFields } from '../records/computed-fields.ts';
import { brokenRules } from '../rules/rules.ts';
import { takenFields } from '../rules/unique-keys.ts';

type Restore = Extract<Intent, { kind: 'restore' }>;

/**
 * Decides a restore. Checks in this order: the record is still restorable and readable, it may be restored, the version
 * matches, and nothing that changed meanwhile conflicts. The only follow-ups are the records that were deleted by
 * cascade with it.
 */
export function decideRestore(context: Context, intent: Restore): Verdict {
  const entity = entityOf(context.model, intent.entity);
  const outright = denyByRole(context, entity, ['read', 'restore']);
  if (outright !== null) return no(outright);
  const deleted = context.facts.deleted?.(entity.name, intent.id) ?? null;
  if (
    deleted === null ||
    isRetentionOver(context.model, deleted.at, context.now) ||
    !mayReadRecord(context, deleted.row)
  )
    return no(notFound(context, entity));
  const refused =
    notAllowed(context, entity, deleted.row) ??
    refusedRoles(context, entity, deleted.row) ??
    refuseByIfMatch(context, deleted.row, intent.ifMatch);
  return refused === null ? restored(context, context, entity, deleted) : no(refused);
}

/** Restores a record because its parent is restored. `asker` is the context of the person who caused it. */
export function restoreByProduct(context: Context, asker: Context, entity: CompiledEntity, id: string): Verdict {
  const deleted = context.facts.deleted?.(entity.name, id) ?? null;
  // There is nothing to do if it was already restored or permanently erased.
  if (deleted === null) return { allowed: true, row: null, writes: [] };
  const refused = refusedRoles(asker, entity, deleted.row);
  return refused === null ? restored(context, asker, entity, deleted) : no(refused);
}

/** Returns the refusal of restoring a record as far as permissions decide; null if they allow it. */
export function refusalOfRestore(context: Context, entity: CompiledEntity, row: Row): Refusal | null {
  return (
    denyByRole(context, entity, ['read', 'restore']) ??
    notAllowed(context, entity, row) ??
    refusedRoles(context, entity, row)
  );
}

/** Returns whether the retention of a record deleted at that time has ended. */
export function isRetentionOver({ retention }: CompiledModel, at: number, now: number): boolean {
  return at + retention <= now;
}

function notAllowed(context: Context, entity: CompiledEntity, row: Row): Refusal | null {
  const grants = matchingGrants(context, entity.permissions.restore, scopeOf(context, row));
  return grants.length > 0 ? null : notAllowedHere(context, entity, 'restore', row);
}

/** Restoring a person restores their roles, so the principal must be allowed to assign these. */
function refusedRoles(context: Context, entity: CompiledEntity, row: Row): Refusal | null {
  const role = context.model.people?.entity === entity.name ? context.model.people.role : null;
  if (role === null) return null;
  const cells = matchingGrants(context, entity.permissions.change, scopeOf(context, row));
  const foreign = addedRolesNotHeld(context, role.name, row.values[role.name] ?? null, null, cells);
  return foreign.length === 0 ? null : refuseRoleGrant(context, entity, 'change', foreign, cells);
}

/**
 * Restores the record. `asker` is the context of the person who caused it; failures contain only what they may know.
 */
function restored(context: Context, asker: Context, entity: CompiledEntity, deleted: DeletedRow): Verdict {
  const { row: before, along } = deleted;
  const targets = targetsOf(context, entity, deleted);
  const row = withComputedFields(context, entity, targets.row, before);
  // The restored records change what rules of other records read.
  const isLate = (along.length > 0 || entity.rulesOnResult.size > 0) && queriesOtherRecords(context, entity);
  const broken = isLate ? [] : brokenRules(context, entity, OCCASION, { row, old: null, bad: new Set() });
  const inTheWay = [
    ...targets.failures,
    ...removedOptions(context, entity, row, []),
    ...takenFields(context, entity, row, () => true),
    ...overflowFailures(context, entity, row),
  ].map((failed) => unnamed(asker, entity, row, failed));
  const failures = [...inTheWay, ...broken].map((failed) => withoutAdvice(context.model, failed));
  if (failures.length > 0) return no(invalid(context.model, failures));
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
    ...authorityHistory(context, null, row),
    { kind: 'history', entry: { entity: entity.name, id: row.id, event: 'restore', changes, notes: [] } },
  ];
  const late: FollowUp = {
    ...{ kind: 'judge', by: entity.entity.id, depth: 0, entity: entity.name, id: row.id },
    ...{ occasion: OCCASION, before: null, byProduct: context.product },
  };
  const follow = [...along.map((key) => cascadeFollowUp(context.model, entity, key)), ...(isLate ? [late] : [])];
  const version = before.version + 1;
  return { allowed: true, row: { ...row, version }, writes, ...(follow.length === 0 ? {} : { follow }) };
}

/** Returns whether a rule is checked again after the restore. */
function queriesOtherRecords({ model }: Context, { rules, lists }: CompiledEntity): boolean {
  const all = [...rules, ...lists.flatMap((list) => entityOf(model, list.entity).rules)];
  return all.some(({ condition }) => condition === null || condition.queries.length > 0);
}

/** Checks the rules again after everything deleted by cascade is restored. */
export function validateRestored(context: Context, entity: CompiledEntity, row: Row): Verdict {
  const result = { ...context, isResult: true };
  const broken = brokenRules(result, entity, OCCASION, { row, old: null, bad: new Set() });
  const failures = broken.map((failed) => withoutAdvice(context.model, failed));
  return failures.length === 0 ? { allowed: true, row: null, writes: [] } : no(invalid(context.model, failures));
}

/** Rules about other records are checked again; rules about the record itself held when it was deleted. */
const OCCASION = { event: null, operation: 'restore', editable: true, stage: 'all' } as const;

function cascadeFollowUp({ elements }: CompiledModel, { referrers, entity }: CompiledEntity, key: RecordKey): FollowUp {
  const field = referrers.find((each) => each.entity === key.entity && each.field.onDelete === 'cascade')?.field;
  const by = field !== undefined && elements.has(field.id) ? field.id : entity.id;
  return { kind: 'restore', by, depth: 0, entity: key.entity, id: key.id };
}

interface TargetCheck {
  readonly row: Row;
  readonly failures: readonly Failure[];
}

/**
 * Handles references to records that no longer exist, as if these had been deleted while the record existed. A field
 * with `on delete: clear` is cleared; any other missing target is a failure.
 */
function targetsOf(context: Context, entity: CompiledEntity, deleted: DeletedRow): TargetCheck {
  const coming = isAlsoRestored(context, deleted);
  const failures: Failure[] = [];
  const isThere = (target: string, id: string): boolean => context.find(target, id) != null || coming(target, id);
  const aimed = (of: CompiledEntity, row: Row, path: Failure['path']): Row => {
    const values = copyOf(row.values);
    for (const field of of.entity.fields) {
      const at = [...path, field.name];
      const value = values[field.name] ?? null;
      const { type } = field;
      if (value === null || field.computed !== null) continue;
      if (type.kind === 'list' && isRows(value)) {
        const lines = entityOf(context.model, type.entity);
        values[field.name] = value.map((line, index) =>
          withComputedFields(context, lines, aimed(lines, line, [...at, index]), line),
        );
      }
      if (type.kind !== 'reference' && type.kind !== 'references') continue;
      const ids = type.kind === 'references' ? (isIds(value) ? value : []) : [String(value)];
      const existing = ids.filter((id) => isThere(type.entity, id));
      if (existing.length === ids.length) continue;
      if (field.onDelete === 'clear')
        values[field.name] = type.kind === 'reference' || existing.length === 0 ? null : existing;
      else failures.push(gone(context, field, type.entity, at));
    }
    return { ...row, values };
  };
  const row = aimed(entity, deleted.row, []);
  return { row: failures.length === 0 ? row : deleted.row, failures };
}

function gone({ model }: Context, field: Field, target: string, path: Failure['path']): Failure {
  const values = { entity: entityText(model, entityOf(model, target)), field: field.label };
  return failure(model, path, 'TARGET_DELETED', values, [field.id]);
}

/** Returns a function that tells whether a record is restored by this restore, directly or by cascade at any depth. */
function isAlsoRestored({ facts }: Context, { row, along }: DeletedRow): (entity: string, id: string) => boolean {
  const visited = new Set([keyOf(row)]);
  let all: ReadonlySet<string> | null = null;
  const gather = (keys: readonly RecordKey[]) => {
    for (const key of keys) {
      if (visited.has(keyOf(key))) continue;
      visited.add(keyOf(key));
      gather(facts.deleted?.(key.entity, key.id)?.along ?? []);
    }
    return visited;
  };
  return (entity, id) => {
    if (entity === row.entity && id === row.id) return true;
    all ??= gather(along);
    return all.has(keyOf({ entity, id }));
  };
}

const keyOf = ({ entity, id }: RecordKey): string => JSON.stringify([entity, id]);

/** Returns a failure for each state, choice or role of the record that the document no longer has. */
function removedOptions(context: Context, entity: CompiledEntity, row: Row, path: Failure['path']): Failure[] {
  const states = entity.machines.flatMap(({ machine }) =>
    machine.stateless ? [] : notAmong(context, machine, row.values[machine.name] ?? null, machine.states, path),
  );
  const fields = entity.entity.fields.flatMap((field): Failure[] => {
    const value = row.values[field.name] ?? null;
    const { type } = field;
    if (type.kind === 'choice') return notAmong(context, field, value, type.options, path);
    if (type.kind === 'role') return notAmong(context, field, value, [...context.model.schema.roles.values()], path);
    if (type.kind !== 'list' || !isRows(value)) return [];
    const lines = entityOf(context.model, type.entity);
    return value.flatMap((line, index) => removedOptions(context, lines, line, [...path, field.name, index]));
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
  const choices = context.model.format.list(options.map(({ label }) => label));
  return [failure(context.model, [...path, name], 'NOT_A_CHOICE', { value: String(lost), choices }, [id])];
}

/**
 * Removes the name, value and conflicting record from a failure about a field that the person may not read or that is
 * write-only.
 */
function unnamed(asker: Context, entity: CompiledEntity, row: Row, failed: Failure): Failure {
  const [name] = failed.path;
  const isRead = typeof name !== 'string' || mayReadField(asker, row, name);
  if (isRead && !isSecret(asker.model, entity, failed.path)) return failed;
  const { hiddenPart } = asker.model.sentences;
  const values = { field: hiddenPart, entity: hiddenPart, value: hiddenPart, choices: hiddenPart };
  return failure(asker.model, [], failed.code, values, []);
}

/** Returns whether a path leads to a write-only field, in lines too. */
function isSecret(
  model: CompiledModel,
  { secrets, schema }: CompiledEntity,
  [name, , ...below]: Failure['path'],
): boolean {
  if (typeof name !== 'string') return false;
  const type = schema.attributes.get(name)?.type;
  if (type?.kind !== 'list' || below.length === 0) return secrets.own.has(name);
  return isSecret(model, entityOf(model, type.entity), below);
}

/** Removes advice meant for a person who is entering a value, because nobody is. */
function withoutAdvice({ schema }: CompiledModel, failed: Failure): Failure {
  return schema.errors.has(failed.code) || failed.code === 'TARGET_DELETED' ? failed : { ...failed, next: '' };
}

const no = (refusal: Refusal): Verdict => ({ allowed: false, refusal });
