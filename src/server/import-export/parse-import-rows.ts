import type { StandardText } from '../../engine/compiled/standard-texts.ts';
import type { Json } from '../../engine/core/intent.ts';
import { failure } from '../../engine/errors/error-catalogue.ts';
import { type CsvRow, plainText } from '../../fields/text/csv.ts';
import type { Expected } from '../../fields/text/expected.ts';
import { cleanText, foldCase } from '../../fields/text/fold.ts';
import { unreadableTextJson } from '../../fields/text/unreadable-text.ts';
import type { Field } from '../../model/types/model.ts';
import { createYield } from '../core/yield-to-requests.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import type { Version } from '../runtime/runtime.ts';
import { messagesIn } from '../runtime/server-messages.ts';
import { labelIn, readCell } from './csv-cells.ts';
import { findRecordsByName, type NamedRecords } from './import-references.ts';

/** A field and the index of the column that fills it. */
export interface MappedColumn {
  readonly field: Field;
  readonly at: number;
}

/** A message about a cell, which replaces the decision's message with the same code. */
export interface CellMessage extends StandardText {
  readonly code: string;
}

/** A row as the input of a create intent. */
export interface ReadRow {
  readonly input: { readonly [field: string]: Json };
  /** Messages by field that replace those of the decision: how to write the value, or that several records match. */
  readonly messages: ReadonlyMap<string, CellMessage>;
}

/** Returns the fields that an import may fill, of those that the principal may send. Files can't be imported. */
export function importableFields({ compiled }: Version, entity: string, inputs: readonly string[]): Field[] {
  const fields = compiled.entities.get(entity)?.entity.fields ?? [];
  return fields.filter(({ name, type }) => inputs.includes(name) && type.kind !== 'file');
}

/**
 * Returns for each heading the field with this name or label, ignoring case, spaces, hyphens and underscores; null if
 * there is none. Each field is used once.
 */
export function guessColumns(
  { compiled }: Version,
  headings: readonly string[],
  fields: readonly Field[],
): (string | null)[] {
  const { language } = compiled.format;
  const unmatched = new Set(fields);
  const labelsOf = (field: Field) => [
    field.label,
    labelIn({ kind: 'field', field, ...field }, language),
    ...Object.values(field.translations),
  ];
  const names = Map.groupBy(fields, ({ name }) => loose(name));
  const labels = new Map(fields.map((field) => [field, new Set(labelsOf(field).map(loose))]));
  return headings.map((heading) => {
    const key = loose(plainText(heading));
    const named = names.get(key)?.find((field) => unmatched.has(field));
    const found = named ?? [...unmatched].find((field) => labels.get(field)?.has(key) === true);
    if (found !== undefined) unmatched.delete(found);
    return found?.name ?? null;
  });
}

/** Returns the texts of a cell that name records. */
function textsIn(version: Version, field: Field, cell: string): string[] {
  if (cleanText(cell) === null) return [];
  const read = readCell(version, field, cell);
  const value = 'value' in read ? read.value : null;
  const all = Array.isArray(value) ? (value as readonly Json[]) : [value];
  return all.filter((text) => typeof text === 'string' && text !== '') as string[];
}

const loose = (text: string) => foldCase(text).replace(/[\s_-]+/g, '');

/** Returns the message for a cell that can't be parsed. */
function cellMessageOf({ compiled }: Version, field: Field, expected: Expected): CellMessage {
  const said = failure(compiled, [field.name], 'WRONG_TYPE', { expected: compiled.sentences.expected(expected) }, [
    field.id,
  ]);
  return { code: said.code, message: said.message, next: said.next };
}

/** Parses rows to inputs. An empty cell sends nothing, so that the default of its field applies. */
export async function readRows(
  context: RequestContext,
  rows: readonly CsvRow[],
  filled: readonly MappedColumn[],
): Promise<readonly ReadRow[]> {
  const { version } = context;
  const { ambiguousName } = messagesIn(context);
  const references = new Map<string, NamedRecords>();
  const yieldToRequests = createYield();
  for (const { field, at } of filled) {
    if (field.type.kind !== 'reference' && field.type.kind !== 'references') continue;
    const texts = new Set<string>();
    // Many rows have the same few cells.
    for (const cell of new Set(rows.map(({ cells }) => cells[at] ?? ''))) {
      await yieldToRequests();
      for (const text of textsIn(version, field, cell)) texts.add(text);
    }
    references.set(field.name, await findRecordsByName(context, field.type.entity, [...texts]));
  }
  const read: ReadRow[] = [];
  for (const { cells } of rows) {
    await yieldToRequests();
    const input: { [field: string]: Json } = Object.create(null);
    const messages = new Map<string, CellMessage>();
    for (const { field, at } of filled) {
      const cell = cells[at] ?? '';
      if (cleanText(cell) === null) continue;
      const parsed = readCell(version, field, cell);
      if ('expected' in parsed) {
        messages.set(field.name, cellMessageOf(version, field, parsed.expected));
        input[field.name] = unreadableTextJson({ text: cell, expected: parsed.expected });
        continue;
      }
      const read = parsed.value;
      const found = references.get(field.name);
      // Text that names no record is passed on as an id, which the decision refuses.
      const one = (text: Json): Json => {
        const named = typeof text === 'string' ? (found?.get(text) ?? null) : null;
        if (named === 'several') {
          const { message, next } = ambiguousName;
          messages.set(field.name, { code: 'NO_SUCH_VALUE', message: message({ text: String(text) }), next });
        }
        return named === null || named === 'several' ? text : named;
      };
      input[field.name] = field.type.kind === 'references' && Array.isArray(read) ? read.map(one) : one(read);
    }
    read.push({ input, messages });
  }
  return read;
}
