import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { readableValuesFor } from '../../engine/answer/allowed-actions.ts';
import { mayEnterField } from '../../engine/visible-model/fillable-fields.ts';
import { isFile } from '../../fields/types/file.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Call, FileDeed } from '../../model/types/model.ts';
import { standardAnswer } from '../http/answer.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import type { AddressedRecord } from './addressed-record.ts';
import { matchFor } from './contract.ts';
import { latestVersion } from './latest-version.ts';
import { loadRecord } from './read-record.ts';
import { type FileType, fileAnswer, receiveFile } from './stored-files.ts';
import { answerWrite } from './write-record.ts';

/** A way to find the record in the path. */
type Find = (context: RequestContext) => Promise<AddressedRecord>;

/** Answers a call that sends or gets the bytes of a file field. */
export async function answerFile(context: RequestContext, call: Call, does: FileDeed, find: Find): Promise<Response> {
  const attribute = context.version.compiled.schema.entities.get(does.entity)?.attributes.get(does.field);
  if (attribute?.type.kind !== 'file' || attribute.type.several)
    return standardAnswer(context, 'NOT_SHOWN', { what: `what “${call.name}” does` }, { decidedBy: [call.id] });
  return does.act === 'upload'
    ? upload(context, call, { attribute, type: attribute.type, entity: does.entity }, find)
    : download(context, does, find);
}

interface Target {
  readonly attribute: Attribute;
  readonly type: FileType;
  readonly entity: string;
}

/** Receives a file and changes the field of the record to it, in a decision like that of any change. */
async function upload(
  initial: RequestContext,
  call: Call,
  { attribute, type, entity }: Target,
  find: Find,
): Promise<Response> {
  const { principal, version } = initial;
  // A body is only received from somebody who may fill in the field of some record.
  if (!mayEnterField(version.compiled, principal, entity, attribute.name))
    return standardAnswer(initial, principal.row === null ? 'NOT_SIGNED_IN' : 'NOT_ALLOWED');
  const content = sha256.create();
  const file = await receiveFile(initial, attribute, type, nameIn(initial.request), (bytes) => content.update(bytes));
  if (file instanceof Response) return file;
  const context = await latestVersion(initial);
  const { id, context: linked, missing } = await find(context);
  const ifMatch = matchFor(context, call.id);
  const shared = { kind: 'change', entity, id, call: call.id, ifMatch, ...(missing && { within: missing }) } as const;
  // A repeated request has the same file, which gets another token.
  const hash = bytesToHex(content.digest());
  if ('problem' in file) return answerWrite(linked, { ...shared, input: {}, received: file }, { content: hash });
  return answerWrite(linked, { ...shared, input: { [attribute.name]: file.file } }, { name: file.name, content: hash });
}

async function download(context: RequestContext, { entity, field }: FileDeed, find: Find): Promise<Response> {
  const { id, context: linked } = await find(context);
  const loaded = await loadRecord(linked, entity, id);
  if ('refused' in loaded) return loaded.refused;
  const { version, principal, now } = linked;
  const value = readableValuesFor(version.compiled, principal, loaded.row, loaded.facts, now)?.[field] ?? null;
  return isFile(value) ? fileAnswer(linked, value) : standardAnswer(linked, 'NOT_FOUND', { entity: 'file' });
}

/** Returns the file name in `Content-Disposition`, which a body that is no form may have; null if there is none. */
function nameIn(request: Request): string | null {
  const stated = request.headers.get('content-disposition') ?? '';
  const encoded = /;\s*filename\*=UTF-8''([^;\s]+)/i.exec(stated)?.[1];
  if (encoded !== undefined && /^(?:[^%]|%[0-9a-f]{2})*$/i.test(encoded)) return decoded(encoded);
  return /;\s*filename="([^"]*)"/i.exec(stated)?.[1] ?? /;\s*filename=([^;\s"]+)/i.exec(stated)?.[1] ?? null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
