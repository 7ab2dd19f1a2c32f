import { type Applied, applyFixes } from '../../notation/document/edits.ts';
import { encodeText, type Source } from '../environment/open-source.ts';
import { replaceFile } from '../environment/replace-file.ts';
import type { Io } from '../program/command.ts';
import { diagnose } from './diagnose.ts';

/**
 * Applies the changes that findings propose, writes the files and prints what was done. A file that can't be written
 * stays as it was and counts as failed.
 */
export function fixSources(
  sources: readonly Source[],
  io: Io,
): { readonly sources: readonly Source[]; readonly failed: boolean } {
  const done = sources.map((source) => fixSource(source, io));
  return { sources: done.map(({ source }) => source), failed: done.some(({ failed }) => failed) };
}

function fixSource(source: Source, io: Io): { readonly source: Source; readonly failed: boolean } {
  const { name, path, text, bytes } = source;
  const result = applyFixes(text, (each) => diagnose(each).diagnostics);
  if (path === null || result.text === text) return { source, failed: false };
  const after = encodeText(result.text, bytes);
  const problem = replaceFile(path, bytes, after);
  if (problem !== null) {
    io.stderr(`${name}: ${problem}`);
    return { source, failed: true };
  }
  for (const each of result.applied) io.stderr(lineOf(name, each));
  if (!result.settled) io.stderr(`${name}: some fixes undo one another; see what remains.`);
  return { source: { ...source, text: result.text, bytes: after }, failed: false };
}

/** Formats an applied fix with its position at that time; earlier fixes may have moved it. */
function lineOf(name: string, { finding, edit }: Applied): string {
  return `${name}:${finding.at.line}:${finding.at.column}: fixed ${finding.code}: ${edit.title}.`;
}
