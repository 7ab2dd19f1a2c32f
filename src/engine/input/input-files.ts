import { isObject, type Json, member } from '../../fields/text/json.ts';
import type { Field } from '../../model/types/model.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';

/** Returns the token of a file in an input, `"token"` or `{ "file": "token" }`; null if it is neither. */
export function tokenIn(sent: Json): string | null {
  const token = isObject(sent) ? member(sent, 'file') : sent;
  return typeof token === 'string' && token !== '' ? token : null;
}

/** Returns the distinct tokens of all files in an input for an entity, in lines too. The input is not validated. */
export function filesSent(model: CompiledModel, entity: string, input: Json): readonly string[] {
  const tokens = new Set<string>();
  withFiles(model, entity, input, (token) => {
    tokens.add(token);
    return token;
  });
  return [...tokens];
}

/** Returns the input with its file tokens replaced. */
export function withFiles(model: CompiledModel, entity: string, input: Json, other: (token: string) => string): Json {
  const fields = model.entities.get(entity)?.entity.fields ?? [];
  if (!isObject(input)) return input;
  const changed = fields
    .filter(({ name }) => Object.hasOwn(input, name))
    .map((field): [string, Json] => [field.name, fieldWith(model, field, member(input, field.name), other)]);
  return Object.assign(Object.create(null), input, Object.fromEntries(changed)) as Json;
}

function fieldWith(model: CompiledModel, { type }: Field, sent: Json, other: (token: string) => string): Json {
  const one = (file: Json): Json => {
    const token = tokenIn(file);
    return token === null ? file : { file: other(token) };
  };
  const items = Array.isArray(sent) ? (sent as readonly Json[]) : null;
  if (type.kind === 'list') return items?.map((line) => withFiles(model, type.entity, line, other)) ?? sent;
  if (type.kind !== 'file') return sent;
  return type.several ? (items?.map(one) ?? sent) : one(sent);
}
