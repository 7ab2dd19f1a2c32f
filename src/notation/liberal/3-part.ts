import type { Block, Item } from '../markdown/document.ts';
import { endOf, type Span, split } from '../markdown/span.ts';
import { keyAndValue, words } from '../reader.ts';
import { entityIn, type FieldDraft, type Names } from './3-draft.ts';
import { fieldsIn } from './3-entities.ts';
import { GENERIC } from './3-heads.ts';
import { isFieldNoun } from './3-nouns.ts';
import { hasOwnColumns, tableDrafts } from './3-table.ts';
import { typeWords } from './3-type-words.ts';

/** Whether an item is written as people write: names in backticks, several clauses, sentences. */
export function isWordy({ text, items }: Item): boolean {
  return (
    /^\*/.test(text.text) ||
    items.length > 0 ||
    /^(?:computed|calculated|derived)\b/i.test(text.text) ||
    /^(?:\*\*)?`|;\s|\.$|\.\s+\p{Lu}|,? or \S/u.test(text.text)
  );
}

/** The fields that an item under the name of an entity is; null where it may be prose. */
export function looseItem(item: Item, hasTable: boolean, names: Names): FieldDraft[] | null {
  if (/\n[ \t]*\|/.test(item.at.text)) return null;
  const group = item.items.length > 0 && GENERIC.test(item.text.text.replace(/[:*_.]+/g, '').trim());
  if (group) {
    const { fields, left } = fieldsIn(item.items);
    return left.length === 0 && fields.length > 0 ? fields : null;
  }
  const { fields } = fieldsIn([item]);
  if (fields.length === 0) return null;
  const isCode = /^(?:\*\*)?`/.test(item.text.text);
  if (isCode) return hasTable && !/^`[^`]+`\s*:|^`[^`:]+:/.test(item.text.text) ? null : fields;
  const isSure = fields.every(
    ({ name, value, computed, details }) =>
      value !== null ||
      computed !== null ||
      isFieldNoun(words(name)) ||
      entityIn(words(name), names) !== null ||
      details.some((one) => isTyped(one, words(name), names)),
  );
  return hasTable || !isSure ? null : fields;
}

/** Whether a part of what is said is a type, which nothing but a field has. */
function isTyped(detail: Span, field: string, names: Names): boolean {
  return split(detail, ',').some(({ text }) => {
    const type = typeWords(text, field, names)?.type.kind;
    return type !== undefined && type !== 'choice' && type !== 'reference';
  });
}

/** A table with columns of its own, as the fields of the entity that stands above it. */
export function tableInWords(
  table: Extract<Block, { kind: 'table' }>,
  title: Span,
): { readonly fields: FieldDraft[]; readonly unread: readonly Span[] } | null {
  if (!hasOwnColumns(table)) return null;
  const found = tableDrafts(table, title);
  const own = found?.entities.length === 1 ? found.entities[0] : undefined;
  return own === undefined || found === null ? null : { fields: [...own.fields], unread: found.unread };
}

/** Whether what stands behind the colon begins with a type in words that the notation would take for choices. */
export function isTypeInWords({ text }: Item, names: Names): boolean {
  const found = keyAndValue(text);
  const parts = found === null ? [] : split(found.value, ',');
  if (found === null) return false;
  const before = /^(.+?),? (?:that|which|who|whose) .+$/i.exec(found.value.text)?.[1];
  if (before !== undefined && typeWords(before, words(found.key), names) !== null) return true;
  if (parts.length < 2) return false;
  return parts.some((_, index) => {
    const last = parts[index];
    const type =
      last === undefined
        ? null
        : typeWords(found.value.text.slice(0, endOf(last) - found.value.from), words(found.key), names);
    return type !== null && type.type.kind !== 'choice' && type.type.kind !== 'reference';
  });
}
