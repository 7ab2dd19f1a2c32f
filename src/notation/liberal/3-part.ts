import type { Type } from '../../model/types/types.ts';
import type { Block, Item } from '../markdown/document.ts';
import { endOf, type Span, split } from '../markdown/span.ts';
import { isNote } from '../points/3-notes.ts';
import { keyAndValue, words } from '../reader.ts';
import { entityIn, type FieldDraft, type Names } from './3-draft.ts';
import { fieldsIn } from './3-entities.ts';
import { GENERIC } from './3-heads.ts';
import { isFieldNoun } from './3-nouns.ts';
import { hasOwnColumns, tableDrafts } from './3-table.ts';
import { leadingType, typeWords } from './3-type-words.ts';

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
  const [first] = parts;
  if (first === undefined) return false;
  if (isNote(first) && /^(?:e-?mail)/i.test(words(found.key))) return true;
  if (/^(?:links?|refer(?:s|ence)) to |^optional |;/i.test(first.text))
    return typeOfPart(first, found.key, names) !== null;
  if (parts.length < 2) return false;
  return parts.some((last, index) => {
    const upTo = { text: found.value.text.slice(0, endOf(last) - found.value.from), from: found.value.from };
    const kind = typeOfPart(upTo, found.key, names)?.kind ?? null;
    // A type of several words is no name of a choice.
    const own = index > 0 && /\S \S/.test(last.text) ? (typeOfPart(last, found.key, names)?.kind ?? null) : null;
    return [kind, own].some((each) => each !== null && each !== 'choice' && each !== 'reference');
  });
}

/** What a part holds, as far as its words or those that it begins with say. */
function typeOfPart(written: Span, key: Span, names: Names): Type | null {
  const [text = ''] = written.text.split(';');
  return (typeWords(text, words(key), names) ?? leadingType(text, words(key), names))?.type ?? null;
}
