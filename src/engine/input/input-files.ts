import { isObject, type Json, member } from '../../fields/text/json.ts';
import type { Field } from '../../model/types/model.ts';
import type { App } from '../compiled/compiled-model.ts';

/** What names a file where one is sent: `"token"` or `{ "file": "token" }`; null where neither stands. */
export function tokenIn(sent: Json): string | null {
  const token = isObject(sent) ? member(sent, 'file') : sent;
  return typeof token === 'string' && token !== '' ? token : null;
}

/** The tokens of all files in what is sent for an entity, also in its lines, each once. Nothing is judged. */
export function filesSent(app: App, entity: string, input: Json): readonly string[] {
  const found = new Set<string>();
  withFiles(app, entity, input, (token) => {
    found.add(token);
    return token;
  });
  return [...found];
}

/** The same input with other files in the places of those that are sent. */
export function withFiles(app: App, entity: string, input: Json, other: (token: string) => string): Json {
  const fields = app.entities.get(entity)?.entity.fields ?? [];
  if (!isObject(input)) return input;
  const changed = fields
    .filter(({ name }) => Object.hasOwn(input, name))
    .map((field): [string, Json] => [field.name, fieldWith(app, field, member(input, field.name), other)]);
  return Object.assign(Object.create(null), input, Object.fromEntries(changed)) as Json;
}

function fieldWith(app: App, { type }: Field, sent: Json, other: (token: string) => string): Json {
  const one = (file: Json): Json => {
    const token = tokenIn(file);
    return token === null ? file : { file: other(token) };
  };
  const items = Array.isArray(sent) ? (sent as readonly Json[]) : null;
  if (type.kind === 'list') return items?.map((line) => withFiles(app, type.entity, line, other)) ?? sent;
  if (type.kind !== 'file') return sent;
  return type.several ? (items?.map(one) ?? sent) : one(sent);
}
