import type { Io } from '../program/command.ts';
import { openSource } from './open-source.ts';

/** A document on disk, or why it can't be read and what to do, as a sentence. */
export type LoadedDocument = { readonly path: string; readonly text: string } | { readonly problem: string };

/** Reads a document for a command that needs the file itself, not only its text. */
export async function loadDocument(name: string, io: Pick<Io, 'cwd' | 'stdin'>): Promise<LoadedDocument> {
  if (name === '-')
    return { problem: 'This command needs a file: it keeps data next to it, which piped text does not allow.' };
  const opened = await openSource(name, io);
  if ('problem' in opened) return opened;
  return { path: opened.path ?? '', text: opened.text };
}
