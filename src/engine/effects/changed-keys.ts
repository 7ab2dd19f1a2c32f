import type { Row } from '../../fields/text/value.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import type { FollowUp } from '../context/follow-up.ts';
import { mayReadField, mayReadRecord } from '../context/permissions.ts';
import type { Verdict } from '../context/verdict.ts';
import type { Failure } from '../core/refusal.ts';
import { failure, invalid } from '../errors/error-catalogue.ts';
import { titleOf } from '../errors/message-values.ts';
import type { RecordChange } from '../live/dependencies.ts';
import { fieldChangedSince, takenFields } from '../rules/unique-keys.ts';

type Compare = Extract<FollowUp, { kind: 'compare' }>;

/** The fields that were sent for a record of an entity. */
export interface SentFields {
  readonly entity: string;
  readonly names: readonly string[];
}

/**
 * Returns a function that lists the uniqueness checks for records whose computed fields changed because of a write
 * elsewhere; null if no unique field or key is computed.
 */
export function uniquenessChecksOf(
  model: CompiledModel,
): ((changes: readonly RecordChange[]) => readonly Compare[]) | null {
  const sharing = new Map([...model.entities.values()].map((each) => [each.name, computedShares(each)] as const));
  if ([...sharing.values()].every((shares) => shares.length === 0)) return null;
  return (changes) =>
    changes.flatMap(({ before, after }) => (before && after ? comparedAt(sharing, before, after) : []));
}

/** A unique field or key with the computed fields on which it depends. */
interface Share {
  readonly by: string;
  readonly names: readonly string[];
}

function computedShares({ entity, unique, keys, computed }: CompiledEntity): readonly Share[] {
  if (entity.belongsTo !== null) return [];
  const worked = new Set(computed.filter(({ byClock }) => !byClock).map(({ field }) => field.name));
  const shares = [
    ...unique.map(({ id, name }) => ({ by: id, names: [name] })),
    ...keys.map(({ key, partial }) => {
      const read = partial?.where.reads ?? [];
      return { by: key.id, names: [...key.fields.map(({ name }) => name), ...read.map(([name = '']) => name)] };
    }),
  ];
  return shares
    .map(({ by, names }) => ({ by, names: names.filter((name) => worked.has(name)) }))
    .filter(({ names }) => names.length > 0);
}

function comparedAt(sharing: ReadonlyMap<string, readonly Share[]>, before: Row, after: Row): Compare[] {
  const { entity, id } = after;
  const isChanged = fieldChangedSince(before, after);
  const changedShares = (sharing.get(entity) ?? []).filter(({ names }) => names.some(isChanged));
  const [first] = changedShares;
  if (first === undefined) return [];
  const fields = [...new Set(changedShares.flatMap(({ names }) => names.filter(isChanged)))];
  return [{ kind: 'compare', by: first.by, depth: 0, entity, id, fields }];
}

/**
 * Refuses if another record has the same value. The failure names the record and field as far as the causing person may
 * know them, and is attached to a sent field from which the value is computed.
 */
export function checkUniquenessByProduct(
  context: Context,
  asker: Context,
  entity: CompiledEntity,
  row: Row,
  fields: readonly string[],
  sent: SentFields | null,
): Verdict {
  const failures = takenFields(context, entity, row, (name) => fields.includes(name));
  if (failures.length === 0) return { allowed: true, row: null, writes: [] };
  const namedFailures = failures.map((failed) => failureFor(asker, entity, row, failed, sent));
  return { allowed: false, refusal: invalid(context.model, namedFailures) };
}

function failureFor(
  asker: Context,
  entity: CompiledEntity,
  row: Row,
  { code, decidedBy }: Failure,
  sent: SentFields | null,
): Failure {
  const { model } = asker;
  const { sentences, format } = model;
  const [by] = decidedBy;
  const key = entity.keys.find((each) => each.key.id === by);
  const names =
    key?.key.fields.map(({ name }) => name) ?? entity.unique.flatMap((field) => (field.id === by ? field.name : []));
  const labels = names.map((name) =>
    sentences.within(entity.entity.fields.find((field) => field.name === name)?.label ?? name),
  );
  const isKnown = mayReadRecord(asker, row) && names.every((name) => mayReadField(asker, row, name));
  const title = titleOf(asker, row) ?? sentences.within(entity.entity.label);
  const field = isKnown ? sentences.fieldOf({ field: format.list(labels), entity: title }) : sentences.hiddenPart;
  const starts = [
    ...names.map((name) => ({ entity: entity.name, field: name })),
    ...(key?.partial?.where.fields ?? []),
  ];
  const reached = sent === null ? NONE : fieldsReachedFrom(model, starts);
  const place = sent?.names.find((name) => reached.has(keyOf(sent.entity, name)));
  return failure(model, place === undefined ? [] : [place], code, { field }, isKnown ? decidedBy : []);
}

const NONE: ReadonlySet<string> = new Set();
const keyOf = (entity: string, field: string): string => `${entity}\n${field}`;

/** Returns these fields and all fields from which they are computed, in other records too. */
function fieldsReachedFrom(
  model: CompiledModel,
  starts: readonly { readonly entity: string; readonly field: string }[],
): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...starts];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { entity, field: name } = next;
    if (reached.has(keyOf(entity, name))) continue;
    reached.add(keyOf(entity, name));
    const worked = model.entities.get(entity)?.computed.find(({ field }) => field.name === name);
    open.push(...(worked?.value?.fields ?? []));
  }
  return reached;
}
