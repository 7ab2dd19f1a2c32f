import { isObject, type Json, member } from '../../fields/text/json.ts';

/** An e-mail in the outbox. `files`: tokens of the attached files, with their names. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly files: readonly { readonly file: string; readonly name: string }[];
}

/** Reads the body of an entry of the outbox; null if it is no e-mail. */
export function letterIn(body: string | null): Letter | null {
  const json: Json = body === null ? null : (JSON.parse(body) as Json);
  if (!isObject(json)) return null;
  const [to, subject, text, files] = ['to', 'subject', 'text', 'files'].map((name) => member(json, name));
  if (typeof to !== 'string' || typeof subject !== 'string' || typeof text !== 'string') return null;
  const attached = Array.isArray(files) ? (files as readonly Json[]) : [];
  return {
    ...{ to, subject, text },
    files: attached.flatMap((each) => {
      const [file, name] = isObject(each) ? [member(each, 'file'), member(each, 'name')] : [];
      return typeof file === 'string' && typeof name === 'string' ? { file, name } : [];
    }),
  };
}
