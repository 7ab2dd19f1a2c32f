import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Io } from './command.ts';

/** A document on disk, or one sentence that says why it can't be read and what to do. */
export type Loaded = { readonly path: string; readonly text: string } | { readonly problem: string };

/** Reads a document that a person named. Paths are relative to where the person stands. */
export function loadDocument(name: string, io: Pick<Io, 'cwd' | 'env'>): Loaded {
  const path = resolve(io.cwd, name);
  try {
    if (statSync(path).isDirectory()) {
      return {
        problem: `${name} is a folder. Name the document itself, such as ${name.replace(/\/+$/, '')}/specification.md.`,
      };
    }
    return decode(path, name, readFileSync(path));
  } catch (error) {
    return { problem: sentenceFor(error, name) };
  }
}

function decode(path: string, name: string, bytes: Uint8Array): Loaded {
  try {
    return { path, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { problem: `${name} is not UTF-8 text. Save it as UTF-8 and try again.` };
  }
}

function sentenceFor(error: unknown, name: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return `There is no file ${name}. Check the path; it is relative to the current folder.`;
  if (code === 'EACCES' || code === 'EPERM') return `${name} may not be read. Change its permissions and try again.`;
  return `${name} can't be read (${error instanceof Error ? error.message : String(error)}).`;
}
