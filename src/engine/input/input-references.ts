import type { FileValue, Value } from '../../fields/text/value.ts';
import { fileProblem, filesIn } from '../../fields/types/file.ts';
import { countProblem } from '../../fields/types/item-count.ts';
import { isIds } from '../../fields/types/references.ts';
import type { Field } from '../../model/types/model.ts';
import type { Context } from '../context/decision-context.ts';
import { isUploader } from '../core/principal.ts';
import type { Failure } from '../core/refusal.ts';
import { failure } from '../errors/error-catalogue.ts';
import { seenIds } from '../records/readable-references.ts';
import { isThere, noSuch, problemOf, type ReadValue, untold } from './input-failure.ts';
import { type Attached, newFile } from './input-upload.ts';

/**
 * Several records: each must be there for this person. What stands there and they may not read is not theirs to take
 * away: it stays, behind what they send.
 */
export function readReferences(
  context: Context,
  field: Field,
  value: Value,
  before: Value,
  path: Failure['path'],
): ReadValue {
  const { type } = field;
  if (type.kind !== 'references') return { value };
  const sent = isIds(value) ? value : [];
  const stood = isIds(before) ? before : [];
  const seen = new Set([...sent, ...seenIds(context, type.entity, stood)]);
  const all = [...sent, ...(context.typing ? [] : stood.filter((id) => !seen.has(id)))];
  if (all.length === 0) return { value: null };
  const tooMany = countProblem(sent.length, { min: null, max: type.max }, context.app.bounds);
  if (tooMany !== null) return { failure: problemOf(context, field, tooMany.problem, path) };
  // Said before those that they may not read are counted: how many there are must not hang on which of them is named.
  const missing = sent.findIndex((id) => !isThere(context, type.entity, id));
  if (missing !== -1) return noSuch(context, field, [...path, missing]);
  const count = countProblem(all.length, type, context.app.bounds);
  if (count === null) return { value: type.ordered ? all : all.sort() };
  const failed = problemOf(context, field, count.problem, path);
  return { failure: all.length === sent.length ? failed : untold(context, failed) };
}

/** Several files: those that stand there already, and uploads of the person's own that no record holds yet. */
export function readFiles(
  context: Context,
  field: Field,
  value: Value,
  before: Value,
  path: Failure['path'],
): ReadValue {
  const { type } = field;
  if (type.kind !== 'file') return { value };
  const stood = new Map(filesIn(before).map((file) => [file.file, file] as const));
  const files: FileValue[] = [];
  for (const [index, sent] of filesIn(value).entries()) {
    const at = type.several ? [...path, index] : path;
    const read = stood.get(sent.file) ?? ownUpload(context, sent);
    if (read === null) return noSuch(context, field, at);
    const problem = stood.has(sent.file) ? null : fileProblem(read, type, context.app.bounds);
    if (problem !== null) return { failure: problemOf(context, field, problem, at) };
    files.push(read);
  }
  return { value: type.several ? (files.length === 0 ? null : files) : (files[0] ?? null) };
}

/**
 * Adds the uploads of what was read to those that the same input attaches elsewhere. An upload stands in one place: one
 * that is among them already is given twice, and then none is added.
 */
export function attach(
  context: Context,
  attached: Attached[],
  target: Parameters<typeof newFile>[0],
  { field, before, path }: { readonly field: Field; readonly before: Value; readonly path: Failure['path'] },
  read: ReadValue,
): ReadValue {
  if ('failure' in read) return read;
  const taken = newFile(target, field, read.value, before);
  const twice = taken.find(({ token }) => attached.some((one) => one.token === token));
  if (twice === undefined) {
    attached.push(...taken);
    return read;
  }
  const index = filesIn(read.value).findIndex(({ file }) => file === twice.token);
  const at = field.type.kind === 'file' && field.type.several ? [...path, index] : path;
  return { failure: failure(context.app, at, 'GIVEN_TWICE', {}, [field.id]) };
}

/** An upload of the person's own that no record holds yet, as it is and not as it is said to be. */
function ownUpload(context: Context, sent: FileValue): FileValue | null {
  const upload = context.facts.upload(sent.file);
  if (upload === undefined && context.typing) return sent;
  return upload && isUploader(context.who, upload.uploader) ? upload.value : null;
}
