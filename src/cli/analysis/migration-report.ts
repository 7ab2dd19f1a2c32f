import type { Change } from '../../model/diff/compare-models.ts';
import { applyRenames, renamesOf } from '../../model/diff/difference-names.ts';
import { type Schema, schemaOf } from '../../model/lookups/schema.ts';
import type { Field, Model } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import { sameType, storedType } from '../../store/core/stored-type.ts';
import { typeConversion } from '../../store/schema/convert-column.ts';

/**
 * Returns what a change requires of stored data, as a sentence; null if nothing. It uses the same functions as the
 * store when it applies the new document.
 */
export function migrationsBetween(old: Model, now: Model): (change: Change) => string | null {
  const before = schemaOf(applyRenames(old, renamesOf(old, now)));
  const after = schemaOf(now);
  const fields = new Map(
    now.entities.flatMap((entity) => entity.fields.map((field) => [field.id, { entity: entity.name, field }])),
  );
  return (change) => {
    switch (change.what) {
      case 'entity':
        return ofEntity(change);
      case 'field': {
        const found = fields.get(change.element);
        return found === undefined
          ? ofRemoved(change)
          : ofField(change, found.field, (type) => retyped(type, found, { before, after }));
      }
      case 'machine':
        return change.kind === 'added' ? 'Existing records have no state until an event sets one.' : null;
      case 'state':
        return change.kind === 'removed' ? 'The change is refused while a record is in this state.' : null;
      default:
        return null;
    }
  };
}

const REMOVED =
  'The change is refused while records have a value in it: keep the field, name its successor with “was”, or clear it first.';

function ofEntity({ kind }: Change): string | null {
  if (kind === 'renamed') return 'Its records are kept.';
  return kind === 'removed'
    ? 'The change is refused while it has records: keep it, name its successor with “was”, or delete them first.'
    : null;
}

function ofRemoved({ kind }: Change): string | null {
  return kind === 'removed' ? REMOVED : null;
}

function ofField({ kind, property }: Change, field: Field, retype: (type: Type) => string | null): string | null {
  if (kind === 'renamed') return 'Its values are kept.';
  const isInput = field.computed === null && !field.byProduct;
  if (kind === 'added') {
    if (field.computed !== null) return 'It is computed for existing records.';
    return field.required && field.default === null && isInput ? INCOMPLETE : null;
  }
  if (property === 'type') return retype(field.type);
  if (property === 'required') return field.required && isInput ? INCOMPLETE : null;
  if (property === 'unique')
    return field.unique ? 'The change is refused while two records have the same value.' : null;
  if (property === 'computed') {
    return field.computed === null
      ? null
      : 'It is computed for all records. The change is refused while records have values that people entered.';
  }
  return null;
}

const INCOMPLETE =
  'Records without a value are kept and listed as incomplete. The value is required at their next change.';

function retyped(
  type: Type,
  { entity, field }: { entity: string; field: Field },
  { before, after }: { before: Schema; after: Schema },
): string | null {
  const old = before.entities.get(entity)?.attributes.get(field.name)?.type;
  if (old === undefined) return null;
  const identity = (name: string) => name;
  const [from, to] = [storedType(old, before, identity), storedType(type, after, identity)];
  if (from === null || to === null || sameType(from, to)) return null;
  const how = typeConversion(from, to);
  if (how.how === 'replace')
    return 'Values can’t be converted to the new type: the change is refused while records have any.';
  if (how.how === 'keep') return 'Values are kept. The change is refused while one of them does not fit.';
  return how.broken === null
    ? 'Values are converted.'
    : 'Values are converted. The change is refused while converting would alter one of them.';
}
