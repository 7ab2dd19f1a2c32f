import type { Model } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import type { Json } from '../evaluator/world.ts';
import type { Caller, FileFor } from './running-application.ts';

/** Placeholder for a file that is uploaded when the request is sent. */
const UNSENT = 'sample';

type FileType = Extract<Type, { readonly kind: 'file' }>;

/** Returns a placeholder for a small file that the field accepts; null if there is none of its kinds. */
export function unsentFile({ endings, several }: FileType, fileFor: FileFor): Json {
  const file = fileFor(endings);
  if (file === null) return null;
  const value = { file: UNSENT, name: file.name, size: file.bytes.byteLength, mediaType: file.mediaType };
  return several ? [value] : value;
}

interface Uploading {
  readonly model: Model;
  readonly caller: Caller;
  readonly fileFor: FileFor;
}

/** Replaces placeholders in an input by uploaded files. A refused upload keeps its placeholder. */
export async function uploaded(at: Uploading, entity: string, input: Json): Promise<Json> {
  if (!isObject(input)) return input;
  const fields = at.model.entities.find(({ name }) => name === entity)?.fields ?? [];
  const sent: [string, Json][] = [];
  for (const [name, value] of Object.entries(input)) {
    const type = fields.find((field) => field.name === name)?.type;
    const made =
      type?.kind === 'list' && Array.isArray(value)
        ? await Promise.all(value.map((line: Json) => uploaded(at, type.entity, line)))
        : type?.kind === 'file'
          ? await uploadedTo(at, entity, name, type, value)
          : value;
    sent.push([name, made]);
  }
  return Object.fromEntries(sent);
}

async function uploadedTo(
  { caller, fileFor }: Uploading,
  entity: string,
  field: string,
  type: FileType,
  value: Json,
): Promise<Json> {
  const file = fileFor(type.endings);
  const [one] = Array.isArray(value) ? (value as readonly Json[]) : [value];
  if (file === null || !isObject(one ?? null) || (one as { readonly file?: Json }).file !== UNSENT) return value;
  const search = new URLSearchParams({ entity, field, name: file.name });
  const { status, body } = await caller<Json>('POST', `/_/files?${search}`, file.bytes, {
    'content-type': file.mediaType,
  });
  if (status !== 201) return value;
  return type.several ? [body] : body;
}

const isObject = (json: Json): json is { readonly [name: string]: Json } =>
  json !== null && typeof json === 'object' && !Array.isArray(json);
