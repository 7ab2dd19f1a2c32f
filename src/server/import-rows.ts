import type { Json } from '../engine/intent.ts';
import type { Said } from '../engine/sentences.ts';
import { type CsvRow, plainText } from '../fields/csv.ts';
import { clean, foldCase } from '../fields/fold.ts';
import type { Field } from '../model/model.ts';
import type { Asking } from './asking.ts';
import { inputOf, labelIn } from './csv-cells.ts';
import { numberOf } from './csv-numbers.ts';
import { type Named, recordsNamed } from './import-references.ts';
import type { Version } from './runtime.ts';
import { saidIn } from './said/index.ts';

/** A field that a file may fill, and the column that fills it. */
export interface Filled {
  readonly field: Field;
  readonly at: number;
}

/** What of a file the decision does not know. */
export interface Instead extends Said {
  readonly code: string;
}

/** A row as what a call would be sent. */
export interface ReadRow {
  readonly input: { readonly [field: string]: Json };
  /** What to say of a field in place of what the decision says under this code: that several records are meant, or two numbers. */
  readonly instead: ReadonlyMap<string, Instead>;
}

/** The fields that a file may fill, of those that this person may send. A file within it can't be named. */
export function fillable({ app }: Version, entity: string, inputs: readonly string[]): Field[] {
  const fields = app.entities.get(entity)?.entity.fields ?? [];
  return fields.filter(({ name, type }) => inputs.includes(name) && type.kind !== 'file');
}

/** For each heading the field of this name or label, without case, spaces, hyphens and underscores; each field once. */
export function guessed({ app }: Version, headings: readonly string[], fields: readonly Field[]): (string | null)[] {
  const { language } = app.format;
  const left = new Set(fields);
  return headings.map((heading) => {
    const key = loose(plainText(heading));
    const isName = ({ name }: Field) => loose(name) === key;
    const isLabel = (field: Field) =>
      [field.label, labelIn({ kind: 'field', field, ...field }, language), ...Object.values(field.translations)].some(
        (label) => loose(label) === key,
      );
    const found = [...left].find(isName) ?? [...left].find(isLabel);
    if (found !== undefined) left.delete(found);
    return found?.name ?? null;
  });
}

/** The texts of a cell that name records. */
function textsIn(version: Version, field: Field, cell: string): string[] {
  if (clean(cell) === null) return [];
  const read = inputOf(version, field, cell);
  const all = Array.isArray(read) ? (read as readonly Json[]) : [read];
  return all.filter((text) => typeof text === 'string' && text !== '') as string[];
}

const loose = (text: string) => foldCase(text).replace(/[\s_-]+/g, '');

/** Rows as inputs; a cell that is empty sends nothing, so that the default of its field holds. */
export async function readRows(
  asking: Asking,
  rows: readonly CsvRow[],
  filled: readonly Filled[],
): Promise<readonly ReadRow[]> {
  const { version } = asking;
  const said = saidIn(asking);
  const references = new Map<string, Named>();
  for (const { field, at } of filled) {
    if (field.type.kind !== 'reference' && field.type.kind !== 'references') continue;
    const texts = rows.flatMap(({ cells }) => textsIn(version, field, cells[at] ?? ''));
    references.set(field.name, await recordsNamed(asking, field.type.entity, [...new Set(texts)]));
  }
  return rows.map(({ cells }) => {
    const input: { [field: string]: Json } = Object.create(null);
    const instead = new Map<string, Instead>();
    for (const { field, at } of filled) {
      const cell = cells[at] ?? '';
      if (clean(cell) === null) continue;
      const read = inputOf(version, field, cell);
      const either = numberOf(version, field, cell.trim())?.either ?? null;
      if (either !== null)
        instead.set(field.name, { code: 'WRONG_TYPE', ...said.either(cell.trim(), either.numbers, either.fitting) });
      const found = references.get(field.name);
      // Text that names no record goes on as an id, which the decision judges.
      const one = (text: Json): Json => {
        const named = typeof text === 'string' ? (found?.get(text) ?? null) : null;
        if (named === 'several') instead.set(field.name, { code: 'NO_SUCH_VALUE', ...said.several(String(text)) });
        return named === null || named === 'several' ? text : named;
      };
      input[field.name] = field.type.kind === 'references' && Array.isArray(read) ? read.map(one) : one(read);
    }
    return { input, instead };
  });
}
