import type { FormNode } from '../../engine/input/form-input.ts';
import { mostJsonBytes, type ReadResult, readBytes } from './body.ts';
import { deepestJson, longestName, mostMembers, mostValues } from './scan-json.ts';

const URL_ENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** Whether the body of a request is a form. */
export function isForm(request: Request): boolean {
  const type = mediaTypeOf(request);
  return type === URL_ENCODED || type === MULTIPART;
}

const mediaTypeOf = ({ headers }: Request): string =>
  (headers.get('content-type') ?? '').split(';', 1).join('').trim().toLowerCase();

/** Reads a form of texts, with the limits of JSON bodies. A form with a file is refused. */
export async function formIn(request: Request): Promise<ReadResult<FormNode>> {
  const bytes = await readBytes(request, mostJsonBytes);
  if (!bytes.ok) return bytes;
  const text = decode(bytes.value);
  if (text === null || !isUtf8(request)) return malformed('its form is not UTF-8 text');
  const pairs = mediaTypeOf(request) === MULTIPART ? await partsOf(request, text) : pairsOf(text);
  return pairs.ok ? treeOf(pairs.value) : pairs;
}

type Pairs = readonly (readonly [name: string, text: string])[];

function isUtf8({ headers }: Request): boolean {
  const charset = /;\s*charset="?([^;"\s]*)/i.exec(headers.get('content-type') ?? '')?.[1];
  return charset === undefined || charset.toLowerCase() === 'utf-8';
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function pairsOf(text: string): ReadResult<Pairs> {
  const pairs = [...new URLSearchParams(text)];
  // `URLSearchParams` replaces what is not UTF-8 and keeps a lone percent sign.
  const isEncoded = text.split('&').every((pair) => decodes(pair));
  return isEncoded ? { ok: true, value: pairs } : malformed('its form has a % that is not followed by UTF-8 text');
}

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

async function partsOf(request: Request, text: string): Promise<ReadResult<Pairs>> {
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  const form = await new Response(text, { headers }).formData().catch(() => null);
  if (form === null) return malformed('its form is incomplete');
  const pairs: [string, string][] = [];
  for (const [name, value] of form) {
    if (typeof value !== 'string')
      return malformed(`its form has a file under “${name.slice(0, 100)}”; only a call that uploads takes one`, [name]);
    pairs.push([name, value]);
  }
  return { ok: true, value: pairs };
}

/** Puts each text under the names that lead to it: `author[name]=x`. */
function treeOf(pairs: Pairs): ReadResult<FormNode> {
  const root: FormNode = { texts: [], members: new Map() };
  if (pairs.length > mostValues) return malformed('its form has more than 20,000 values');
  for (const [name, text] of pairs) {
    if (name.length > longestName) return malformed('a name in its form has more than 1,000 characters');
    const path = namesIn(name);
    if (path.length > deepestJson) return malformed(`its form is nested deeper than ${deepestJson} levels`);
    let node = root;
    for (const each of path) {
      const next: FormNode = node.members.get(each) ?? { texts: [], members: new Map() };
      node.members.set(each, next);
      if (node.members.size > mostMembers) return malformed('an object in its form has more than 1,000 members');
      node = next;
    }
    node.texts.push(text);
  }
  return { ok: true, value: root };
}

/** Splits `author[name]` into its names. Other brackets belong to the name. */
function namesIn(name: string): readonly string[] {
  const [, first, rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (first === undefined) return [name];
  return [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, inner = '']) => inner)];
}

const malformed = (reason: string, path: readonly string[] = []): ReadResult<never> => ({
  ...{ ok: false, wrong: 'malformed', reason },
  ...(path.length === 0 ? {} : { path }),
});
