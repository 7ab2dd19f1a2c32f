import { formatDocument } from '../../notation/document/format-document.ts';
import { encodeText, openSources, type Source } from '../environment/open-source.ts';
import { replaceFile } from '../environment/replace-file.ts';
import { defineCommand, type Io } from '../program/command.ts';

export const command = defineCommand({
  name: 'fmt',
  usage: '<...files>',
  about: 'Write documents in the canonical form.',
  options: [
    { flag: '--check', about: 'Change nothing; list the files that differ, and exit with 1 if there are any.' },
  ],
  more: [
    'A section with anything that is not read stays as it is written, so that no word is lost and nothing changes in meaning.',
    'A file called - is read from the pipe and printed to stdout.',
    '',
    'Exits with 0 when done, 1 if a file differs (--check) or cannot be written, 2 after wrong use.',
  ].join('\n'),
  async run(args, io) {
    const sources = await openSources(args.positional, io);
    if ('problem' in sources) {
      io.stderr(sources.problem);
      return 2;
    }
    const write = args.flag('check') ? listUnformatted : formatFile;
    return sources.map((source) => write(source, io)).every((fine) => fine) ? 0 : 1;
  },
});

/** Lists the file if it is not in canonical form. Returns true if it is. */
function listUnformatted(source: Source, io: Io): boolean {
  const { text } = formatDocument(source.text);
  if (text !== source.text) io.stdout(source.name);
  return text === source.text;
}

/** Writes the file in canonical form. Returns false if it cannot be written. */
function formatFile({ name, path, bytes, text }: Source, io: Io): boolean {
  const formatted = formatDocument(text);
  if (formatted.left.length > 0)
    io.stderr(`${name}: left as written, because not all of it is read: ${formatted.left.join('; ')}.`);
  if (path === null) {
    io.stdout(formatted.text.replace(/\n$/, ''));
    return true;
  }
  if (formatted.text === text) return true;
  const problem = replaceFile(path, bytes, encodeText(formatted.text, bytes));
  io.stderr(problem === null ? `${name}: written.` : `${name}: ${problem}`);
  return problem === null;
}
