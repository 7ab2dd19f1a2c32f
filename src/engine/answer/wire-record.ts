import type { Locale } from '../../fields/text/format.ts';
import { emptyNameMap, type Row, type Values } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import { isIds } from '../../fields/types/references.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { type Context, contextOf, entityOf } from '../context/decision-context.ts';
import type { Facts } from '../core/needs-and-facts.ts';
import type { Principal } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import type { Can, RecordInfo, WireRecord, WireRefusal } from '../core/wire-format.ts';
import { titleOf } from '../errors/message-values.ts';
import { wireRefusal } from '../errors/problem-details.ts';
import { cacheEtag, etagOf as etagOfFields, etagOfReadable, readableValues } from '../records/etag.ts';
import { withTimeDependentFields } from '../records/time-dependent-fields.ts';
import { wireFields } from '../records/wire-value.ts';
import { type AllowedActions, allowedActionsIn } from './allowed-actions.ts';

/**
 * Returns a record as this person may read it, or null if they may not. `row` must be complete, unlike a list plan's
 * rows, and `facts` must contain its `recordNeeds`. Texts are in the document's language.
 */
export function wireRecord(
  model: CompiledModel,
  principal: Principal,
  row: Row,
  facts: Facts,
  now: number,
  _locale: Locale,
  dev: boolean,
): WireRecord | null {
  return recordIn(contextOf(model, principal, facts, now), row, dev);
}

/** Like `wireRecord`, with an existing decision context. */
export function recordIn(context: Context, row: Row, dev: boolean): WireRecord | null {
  const { model } = context;
  const storedValues = readableValues(context, row);
  if (storedValues === null) return null;
  const entity = entityOf(model, row.entity);
  // Time-dependent fields change without a write, so they are not part of the ETag.
  const values = entity.byClock
    ? (readableValues(context, withTimeDependentFields(context, row)) ?? storedValues)
    : storedValues;
  const fields = wireFields(model, row, values);
  const text = JSON.stringify(fields);
  const etag = cacheEtag(context, row, () => {
    const guarded = values === storedValues ? text : JSON.stringify(wireFields(model, row, storedValues));
    return etagOfFields(model, row, guarded);
  });
  const info: RecordInfo = {
    entity: entity.name,
    etag,
    title: titleOf(context, row) ?? entity.entity.label,
    labels: labelsOf(context, entity.attributes, values),
    can: wireCan(model, allowedActionsIn(context, row), dev),
  };
  const record: WireRecord = Object.assign(fields, { _: info });
  // A field may be named `_` like the metadata, which then takes its place.
  if (!('_' in values)) model.responseCache.fieldsJson.set(record, text);
  return record;
}

/** Returns the strong, quoted ETag of what this person may read of the record; null if they may not read it. */
export function etagOf(model: CompiledModel, principal: Principal, row: Row, facts: Facts, now: number): string | null {
  return etagOfReadable(contextOf(model, principal, facts, now), row);
}

/**
 * Returns the titles of referenced records that this person may read. The key of an item of several references is like
 * `members/0`, of a reference in a line like `lines/0/product`.
 */
function labelsOf(
  context: Context,
  attributes: readonly Pick<Attribute, 'name' | 'type'>[],
  values: Values,
  prefix = '',
): { [field: string]: string } {
  const labels = emptyNameMap<string>();
  for (const { name, type } of attributes) {
    const value = values[name] ?? null;
    if (type.kind === 'reference' && typeof value === 'string') {
      const row = context.find(type.entity, value);
      const title = row ? titleOf(context, row) : null;
      if (title !== null) labels[`${prefix}${name}`] = title;
    }
    if (type.kind === 'references' && isIds(value)) {
      for (const [index, id] of value.entries()) {
        const row = context.find(type.entity, id);
        const title = row ? titleOf(context, row) : null;
        if (title !== null) labels[`${prefix}${name}/${index}`] = title;
      }
    }
    if (type.kind === 'list' && isRows(value)) {
      const inside = context.model.entities.get(type.entity)?.entity.fields ?? [];
      for (const [index, line] of value.entries()) {
        Object.assign(labels, labelsOf(context, inside, line.values, `${prefix}${name}/${index}/`));
      }
    }
  }
  return labels;
}

function wireCan(model: CompiledModel, allowed: AllowedActions, dev: boolean): Can {
  const one = (refusal: Refusal | null) => (refusal === null ? null : wireRefusal(model, refusal, dev));
  const all = (refusals: ReadonlyMap<string, Refusal | null>) => {
    const wire = emptyNameMap<WireRefusal | null>();
    for (const [name, refusal] of refusals) wire[name] = one(refusal);
    return wire;
  };
  return {
    delete: one(allowed.delete),
    change: all(allowed.change),
    events: all(allowed.events),
    ...(allowed.undoEvents.size === 0 ? {} : { back: Object.fromEntries(allowed.undoEvents) }),
  };
}
