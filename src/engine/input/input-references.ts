import type { FileValue, Value } from '../../fields/text/value.ts';
import { countProblem } from '../../fields/types/bounded-input.ts';
import { fileProblem, filesIn } from '../../fields/types/file.ts';
import { isIds } from '../../fields/types/references.ts';
import type { Field } from '../../model/types/model.ts';
import type { Context } from '../context/decision-context.ts';
import { isUploader } from '../core/principal.ts';
import type { Failure } from '../core/refusal.ts';
import { failure } from '../errors/error-catalogue.ts';
import { readableIds } from '../records/readable-references.ts';
import { isPresent, missingRecord, problemOf, type ReadValue, withoutDetails } from './input-failure.ts';
import { type Attached, newFile } from './input-upload.ts';

/**
 * Validates a field of several references. Each record must exist for this person. Records that are in the field and
 * that the person may not read can't be removed: they are kept after those sent.
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
  const current = isIds(before) ? before : [];
  const visible = new Set([...sent, ...readableIds(context, type.entity, current)]);
  const all = [...sent, ...(context.isForm ? [] : current.filter((id) => !visible.has(id)))];
  if (all.length === 0) return { value: null };
  const tooMany = countProblem(sent.length, { min: null, max: type.max }, context.model.bounds);
  if (tooMany !== null) return { failure: problemOf(context, field, tooMany.problem, path) };
  // This is checked before the unreadable records are counted, so that the count does not depend on which of them is
  // named.
  const missing = sent.findIndex((id) => !isPresent(context, type.entity, id));
  if (missing !== -1) return missingRecord(context, field, [...path, missing]);
  const count = countProblem(all.length, type, context.model.bounds);
  if (count === null) return { value: type.ordered ? all : all.sort() };
  const failed = problemOf(context, field, count.problem, path);
  return { failure: all.length === sent.length ? failed : withoutDetails(context, failed) };
}

/**
 * Validates a file field: each file is in the field already, or is the person's own upload that is not yet attached to
 * a record.
 */
export function readFiles(
  context: Context,
  field: Field,
  value: Value,
  before: Value,
  path: Failure['path'],
): ReadValue {
  const { type } = field;
  if (type.kind !== 'file') return { value };
  const current = new Map(filesIn(before).map((file) => [file.file, file] as const));
  const files: FileValue[] = [];
  for (const [index, sent] of filesIn(value).entries()) {
    const at = type.several ? [...path, index] : path;
    const read = current.get(sent.file) ?? ownUpload(context, sent);
    if (read === null) return missingRecord(context, field, at);
    const problem = current.has(sent.file) ? null : fileProblem(read, type, context.model.bounds);
    if (problem !== null) return { failure: problemOf(context, field, problem, at) };
    files.push(read);
  }
  return { value: type.several ? (files.length === 0 ? null : files) : (files[0] ?? null) };
}

/**
 * Adds the uploads of a value to those that the input attaches. An upload can be in one place only: if the input
 * attaches it twice, the value fails and none is added.
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
  return { failure: failure(context.model, at, 'GIVEN_TWICE', {}, [field.id]) };
}

/**
 * Returns the person's own unattached upload, with its stored metadata and not the metadata sent; null if there is
 * none.
 */
function ownUpload(context: Context, sent: FileValue): FileValue | null {
  const upload = context.facts.upload(sent.file);
  if (upload === undefined && context.isForm) return sent;
  return upload && isUploader(context.principal, upload.uploader) ? upload.value : null;
}
