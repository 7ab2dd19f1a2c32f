import { type Applied, applyFixes } from '../../notation/document/edits.ts';
import { encoded, type Source } from '../environment/open-source.ts';
import { replaceFile } from '../environment/replace-file.ts';
import type { Io } from '../program/command.ts';
import { diagnose } from './diagnose.ts';

/**
 * Makes the changes that findings propose, writes each file that changed, and says what was done. A file that can't be
 * written stays as it was, is checked as it was, and counts as failed.
 */
export function fixed(
  sources: readonly Source[],
  io: Io,
): { readonly sources: readonly Source[]; readonly failed: boolean } {
  const done = sources.map((source) => fixedOne(source, io));
  return { sources: done.map(({ source }) => source), failed: done.some(({ failed }) => failed) };
}

function fixedOne(source: Source, io: Io): { readonly source: Source; readonly failed: boolean } {
  const { name, path, text, bytes } = source;
  const mended = applyFixes(text, (each) => diagnose(each).diagnostics);
  if (path === null || mended.text === text) return { source, failed: false };
  const after = encoded(mended.text, bytes);
  const problem = replaceFile(path, bytes, after);
  if (problem !== null) {
    io.stderr(`${name}: ${problem}`);
    return { source, failed: true };
  }
  for (const each of mended.applied) io.stderr(lineOf(name, each));
  if (!mended.settled) io.stderr(`${name}: some changes undo one another; look at what remains.`);
  return { source: { ...source, text: mended.text, bytes: after }, failed: false };
}

/** Where it stood when it was made; earlier changes may have moved it. */
function lineOf(name: string, { finding, edit }: Applied): string {
  return `${name}:${finding.at.line}:${finding.at.column}: fixed ${finding.code}: ${edit.title}.`;
}
