import type { Bound } from '../../model/types/types.ts';
import { cleanText } from '../text/fold.ts';
import { isObject, type Json, member } from '../text/json.ts';
import type { FileValue, Value } from '../text/value.ts';
import { duplicateItem, type FieldProblem, limitNotShown, refused, wrongType } from '../text/value-problem.ts';
import { countProblem, rangeForRequest } from './bounded-input.ts';
import { type Bounds, defineField, type ReadResult, type TypeOf } from './field.ts';

export const file = defineField({
  kind: 'file',
  spellings: ['file', 'files', 'attachment', 'upload'],
  about: 'A file with one of these endings: `file(pdf, png)`; any: `file`; several: `files(pdf)`.',
  storage: 'json',
  typeFrom: (argument) => {
    const endings =
      argument === null ? [] : argument.split(/[,|]/).map((part) => part.trim().toLowerCase().replace(/^\./, ''));
    return endings.every((ending) => /^[a-z0-9]+$/.test(ending))
      ? { kind: 'file', endings, maxSize: null, several: false, min: null, max: null }
      : null;
  },
  typeText: ({ endings, several }) => {
    const word = several ? 'files' : 'file';
    return endings.length === 0 ? word : `${word}(${endings.join(', ')})`;
  },
  read: (input, type, bounds) => {
    if (input === null || input === '') return { value: null };
    if (type.several) return readFiles(input, type, bounds);
    const value = typeof input === 'string' || isObject(input) ? fileOf(input) : null;
    if (value === null) return wrongType({ is: 'sent as', json: 'file' });
    const problem = fileProblem(value, type, bounds);
    return problem === null ? { value } : { problem };
  },
  write: (value) => (isFile(value) ? wireOf(value) : isFiles(value) ? value.map(wireOf) : null),
  show: (value, _, format) =>
    isFile(value) ? value.name : isFiles(value) ? format.list(value.map(({ name }) => name)) : '',
  parse: (cell) => (cell.trim() === '' ? { value: null } : wrongType({ is: 'file' })),
  samples: [
    {
      type: {
        kind: 'file',
        endings: ['pdf', 'jpg'],
        maxSize: { value: 10_000_000 },
        several: false,
        min: null,
        max: null,
      },
      good: [
        [{ file: 'f1', name: 'Receipt.PDF', size: 10_000_000, mediaType: 'application/pdf' }, 'Receipt.PDF'],
        [{ file: 'f1', name: 'photo.jpeg', size: 10, mediaType: 'image/jpeg' }, 'photo.jpeg'],
        [{ file: 'f1' }, ''],
        ['f1', ''],
        ['', ''],
        [null, ''],
      ],
      bad: [
        [{ file: 'f1', name: 'receipt.pdf', size: 10_000_001, mediaType: 'application/pdf' }, 'TOO_BIG'],
        [{ file: 'f1', name: 'receipt.exe', size: 10, mediaType: 'application/pdf' }, 'WRONG_FILE'],
        [{ file: 'f1', name: 'pdf', size: 10, mediaType: 'application/pdf' }, 'WRONG_FILE'],
        [{ file: 'f1', name: 'a.pdf', size: -1, mediaType: '' }, 'WRONG_TYPE'],
        [{ name: 'receipt.pdf' }, 'WRONG_TYPE'],
        [7, 'WRONG_TYPE'],
        [[], 'WRONG_TYPE'],
      ],
    },
    {
      type: { kind: 'file', endings: ['png'], maxSize: null, several: true, min: null, max: { value: 2 } },
      good: [
        [['f1', { file: 'f2', name: 'b.png', size: 1, mediaType: 'image/png' }], ' and b.png'],
        [[], ''],
      ],
      bad: [
        [['f1', 'f2', 'f3'], 'TOO_MANY'],
        [['f1', 'f1'], 'GIVEN_TWICE'],
        [[{ file: 'f2', name: 'b.pdf', size: 1, mediaType: '' }], 'WRONG_FILE'],
        ['f1', 'WRONG_TYPE'],
      ],
    },
    {
      type: { kind: 'file', endings: [], maxSize: { constant: 'MAX_SIZE' }, several: false, min: null, max: null },
      good: [[{ file: 'f1' }, '']],
      bad: [[{ file: 'f1', name: 'a', size: 1, mediaType: '' }, 'LIMIT_NOT_SHOWN']],
    },
  ],
});

/**
 * Returns why a file is not accepted (its ending or its size), or null. The request only claims the name and size, so
 * attaching a file checks it again against the upload. A file of unknown name and size (a token alone) passes here.
 */
export function fileProblem(value: FileValue, type: TypeOf<'file'>, bounds: Bounds): FieldProblem | null {
  const { endings, maxSize } = type;
  if (value.name !== '' && !acceptsEnding(type, value.name)) {
    return refused('WRONG_FILE', { name: value.name, endings: endings.join(', ') }).problem;
  }
  return maxSize === null || value.size === 0 ? null : sizeProblem(value.size, maxSize, bounds);
}

/** Whether a field accepts files whose name has this ending. */
export const acceptsEnding = ({ endings }: TypeOf<'file'>, name: string): boolean =>
  endings.length === 0 || endings.map(sameEnding).includes(sameEnding(endingOf(name)));

function readFiles(input: Json, type: TypeOf<'file'>, bounds: Bounds): ReadResult {
  if (!Array.isArray(input)) return wrongType({ is: 'sent as', json: 'list' });
  const found: FileValue[] = [];
  const tokens = new Set<string>();
  for (const [at, item] of (input as readonly Json[]).entries()) {
    const value = typeof item === 'string' || isObject(item) ? fileOf(item) : null;
    if (value === null) return wrongType({ is: 'sent as', json: 'file' });
    if (tokens.has(value.file)) return duplicateItem(at);
    tokens.add(value.file);
    const problem = fileProblem(value, type, bounds);
    if (problem !== null) return { problem: { ...problem, at } };
    found.push(value);
  }
  if (found.length === 0) return { value: null };
  return countProblem(found.length, rangeForRequest(type), bounds) ?? { value: found };
}

const wireOf = ({ file, name, size, mediaType }: FileValue) => ({ file, name, size, mediaType });

/** Whether a value is several files. */
export function isFiles(value: Value): value is readonly FileValue[] {
  return Array.isArray(value) && value.length > 0 && value.every((item: Value) => isFile(item));
}

/** Returns the files in a value; none if it is empty. */
export function filesIn(value: Value): readonly FileValue[] {
  return isFile(value) ? [value] : isFiles(value) ? value : [];
}

/** Whether a value is a file. */
export function isFile(value: Value): value is FileValue {
  return typeof value === 'object' && value !== null && 'mediaType' in value && 'file' in value;
}

/** Returns the ending of a file's name in lower case, without the point; empty if it has none. */
export function endingOf(name: string): string {
  const point = name.lastIndexOf('.');
  return point === -1 ? '' : name.slice(point + 1).toLowerCase();
}

function sizeProblem(size: number, maxSize: Bound, bounds: Bounds): FieldProblem | null {
  const most = bounds(maxSize);
  if (most === null) return limitNotShown(maxSize).problem;
  return size > most ? refused('TOO_BIG', { max: most, size, unit: 'bytes' }).problem : null;
}

function fileOf(input: Parameters<typeof member>[0] | string): FileValue | null {
  const object = typeof input === 'string' ? { file: input } : input;
  const [token, name, size, mediaType] = ['file', 'name', 'size', 'mediaType'].map((key) => member(object, key));
  if (typeof token !== 'string' || cleanText(token) !== token || token.length > 200) return null;
  const value = { file: token, name: name ?? '', size: size ?? 0, mediaType: mediaType ?? '' };
  if (typeof value.name !== 'string' || typeof value.mediaType !== 'string' || typeof value.size !== 'number')
    return null;
  if (!Number.isSafeInteger(value.size) || value.size < 0) return null;
  return { file: token, name: cleanText(value.name) ?? '', size: value.size, mediaType: value.mediaType };
}

const sameEnding = (ending: string) => (ending === 'jpeg' ? 'jpg' : ending === 'tiff' ? 'tif' : ending);
