import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Value } from '../../fields/text/value.ts';
import { base64url } from '../records/etag.ts';

/** The end of a page: the values of its sort keys and the id of its last row. */
export interface Position {
  readonly keys: readonly Value[];
  readonly id: string;
}

/**
 * Creates an opaque, signed cursor. It can only be opened with the same `binding` (query, person, document) and secret.
 */
export function sealCursor(position: Position, binding: string, secret: Uint8Array): string {
  const content = base64url(utf8ToBytes(JSON.stringify([position.keys, position.id])));
  return `${content}.${signature(content, binding, secret)}`;
}

/** Returns the position in a cursor; null if it was not created for this query. */
export function openCursor(cursor: string, binding: string, secret: Uint8Array): Position | null {
  const [content = '', signed = ''] = cursor.split('.');
  if (!isSame(signed, signature(content, binding, secret))) return null;
  const [keys, id] = JSON.parse(textOf(content)) as [Value[], string];
  return { keys, id };
}

function signature(content: string, binding: string, secret: Uint8Array): string {
  return base64url(hmac(sha256, secret, utf8ToBytes(`${binding}\n${content}`)).subarray(0, 16));
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < other.length; index += 1) difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}

function textOf(content: string): string {
  const binary = atob(content.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}
