import { readErrorShape } from '../../model/lookups/error-shape.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { ErrorAnswers } from '../../model/types/model.ts';
import { codeOf, decodeFormula, type Span } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { effectUntilStated, type KeyValue } from '../reader/columns.ts';
import { type FindingContext, isBlank, isNotShown, type Reader, words } from '../reader/reader.ts';
import { ERROR_COLUMNS, ERROR_KEYS } from './error-columns.ts';

/** Point 8 states nothing for all refusals. */
export const NO_ANSWERS: ErrorAnswers = { body: null, mediaType: null, member: null };

/** Applies the keys of point 8. */
export function answersOf(reader: Reader, keys: readonly KeyValue[], before: ErrorAnswers): ErrorAnswers {
  const about = { point: 8 } as const;
  let answers = before;
  for (const { key, value, at } of keys) {
    const isStated = answers !== NO_ANSWERS && STATED[key]?.(answers) === true;
    if (isNotShown(value))
      reader.report(messages.notShown(`“${key}”`, effectUntilStated(ERROR_KEYS, key)), value, about);
    else if (isStated) reader.report(messages.rowNotRead(words(at), `“${key}” is stated above.`), at, about);
    else if (key === 'Body') answers = { ...answers, body: bodyOf(reader, value, about) };
    else if (key === 'Media type') answers = { ...answers, mediaType: mediaTypeOf(reader, value, about) };
    else if (key === 'At') answers = { ...answers, member: isBlank(value) ? null : words(value) };
  }
  return answers;
}

const STATED: Readonly<Record<string, (answers: ErrorAnswers) => boolean>> = {
  Body: ({ body }) => body !== null,
  'Media type': ({ mediaType }) => mediaType !== null,
  At: ({ member }) => member !== null,
};

/** Reads the shape of an error body, in backticks or not, or `none`. */
export function bodyOf(reader: Reader, value: Span | null, about: FindingContext): Formula | null {
  if (value === null || isBlank(value)) return null;
  if (isNotShown(value)) {
    reader.report(messages.notShown('The body of this error', effectUntilStated(ERROR_COLUMNS, 'Body')), value, about);
    return null;
  }
  const shape = codeOf(value) ?? value;
  const { text } = decodeFormula(shape);
  if (readErrorShape(text, () => true) !== null) return { text, at: reader.place(shape), tree: null };
  const known = 'a shape such as `{ "message": message }`, or `none`';
  reader.report(messages.valueUnknown('body of an error', words(value), known), value, about);
  return null;
}

/** Reads the member that an error about no field is about. */
export function memberOf(reader: Reader, cell: Span | null, about: FindingContext): string | null {
  if (cell === null) return null;
  if (!isNotShown(cell)) return words(cell);
  reader.report(messages.notShown('The member', effectUntilStated(ERROR_COLUMNS, 'At')), cell, about);
  return null;
}

function mediaTypeOf(reader: Reader, value: Span, about: FindingContext): string | null {
  const type = words(value).toLowerCase();
  if (/^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}(?: ?; ?charset=utf-8)?$/.test(type)) return type;
  if (type !== '')
    reader.report(messages.valueUnknown('media type', type, 'one such as `application/json`'), value, about);
  return null;
}
