import { existsSync, globSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Io } from '../program/command.ts';

/** A file or piped text that a command works on. */
export interface Source {
  /** The name as typed; `<stdin>` for `-`. */
  readonly name: string;
  /** Null for piped text. */
  readonly path: string | null;
  readonly text: string;
  /** The bytes on disk. The file is only overwritten while it still has them. */
  readonly bytes: Uint8Array;
}

export type OpenResult = Source | { readonly problem: string };

/** Reads one file, or standard input for the name `-`. A problem is a sentence that says what to do. */
export async function openSource(name: string, io: Pick<Io, 'cwd' | 'stdin'>): Promise<OpenResult> {
  if (name === '-') return decodeSource(null, '<stdin>', await io.stdin());
  const path = resolve(io.cwd, name);
  try {
    if (statSync(path).isDirectory()) return { problem: folderSentence(name) };
    return decodeSource(path, name, readFileSync(path));
  } catch (error) {
    return { problem: sentenceFor(error, name) };
  }
}

/**
 * Reads all files in the order typed. A file that several names or links refer to is read once. Returns the first
 * problem.
 */
export async function openSources(
  patterns: readonly string[],
  io: Pick<Io, 'cwd' | 'stdin'>,
): Promise<readonly Source[] | { readonly problem: string }> {
  const sources: Source[] = [];
  for (const pattern of patterns) {
    const names = expandPattern(pattern, io.cwd);
    if (names.length === 0)
      return { problem: `Nothing matches ${pattern}. Check the pattern; it is relative to the current folder.` };
    for (const name of names) {
      const opened = await openSource(name, io);
      if ('problem' in opened) return opened;
      if (!sources.some((source) => isSame(source, opened))) sources.push(opened);
    }
  }
  return sources;
}

function isSame(one: Source, other: Source): boolean {
  if (one.path === null || other.path === null) return one.path === other.path;
  return one.path === other.path || realpathSync(one.path) === realpathSync(other.path);
}

/**
 * Expands a pattern that the shell did not expand, such as `'specs/*.md'`. The name of an existing file is never a
 * pattern.
 */
function expandPattern(pattern: string, cwd: string): readonly string[] {
  if (!/[*?[{]/.test(pattern) || existsSync(resolve(cwd, pattern))) return [pattern];
  return globSync(pattern, { cwd, exclude: (name) => name === 'node_modules' || name === '.git' })
    .filter((name) => statSync(resolve(cwd, name)).isFile())
    .sort();
}

/** Encodes text as UTF-8, with a byte order mark if the file had one before. */
export function encodeText(text: string, before: Uint8Array): Uint8Array {
  return new TextEncoder().encode(hasByteOrderMark(before) ? `\uFEFF${text}` : text);
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function decodeSource(path: string | null, name: string, bytes: Uint8Array): OpenResult {
  try {
    return { name, path, bytes, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { problem: `${name} is not UTF-8 text. Save it as UTF-8 and try again.` };
  }
}

function folderSentence(name: string): string {
  return `${name} is a folder. Name the document itself, such as ${name.replace(/\/+$/, '')}/specification.md.`;
}

function sentenceFor(error: unknown, name: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return `There is no file ${name}. Check the path; it is relative to the current folder.`;
  if (code === 'EACCES' || code === 'EPERM') return `${name} can't be read. Change its permissions and try again.`;
  return `${name} can't be read (${error instanceof Error ? error.message : String(error)}).`;
}
