import { canonicalOf } from './canonical.ts';
import { defineCommand, type Io } from './command.ts';
import { replaceFile } from './replace.ts';
import { encoded, openSources, type Source } from './source.ts';

export const command = defineCommand({
  name: 'fmt',
  usage: '<...files>',
  about: 'Writes documents in the one canonical form, where that loses no word and changes no meaning.',
  options: [
    { flag: '--check', about: 'Change nothing; list the files that differ, and end with 1 if there are any.' },
    {
      flag: '--reword',
      about: 'Let elements be said in other words than they were, where all of those were read; prose stays.',
    },
  ],
  more: [
    'A file called - is read from the pipe and printed to stdout.',
    '',
    'Ends with 0 when done, 1 where a file differs (--check) or can’t be written without loss, 2 after wrong use.',
  ].join('\n'),
  async run(args, io) {
    const sources = await openSources(args.positional, io);
    if ('problem' in sources) {
      io.stderr(sources.problem);
      return 2;
    }
    const write = args.flag('check') ? listed : written;
    const settings = { reword: args.flag('reword') };
    return sources.map((source) => write(source, settings, io)).every((fine) => fine) ? 0 : 1;
  },
});

interface Settings {
  readonly reword: boolean;
}

/** True where the file is in canonical form already. */
function listed(source: Source, settings: Settings, io: Io): boolean {
  const text = textOf(source, settings, io);
  if (text !== null && text !== source.text) io.stdout(source.name);
  return text === source.text;
}

/** True where it is in canonical form now. */
function written(source: Source, settings: Settings, io: Io): boolean {
  const text = textOf(source, settings, io);
  const { name, path, bytes } = source;
  if (path === null) {
    // What can't be printed without loss goes on as it came, so that a pipe into a file loses nothing.
    io.stdout((text ?? source.text).replace(/\n$/, ''));
    return text !== null;
  }
  if (text === null || text === source.text) return text !== null;
  const problem = replaceFile(path, bytes, encoded(text, bytes));
  io.stderr(problem === null ? `${name}: written.` : `${name}: ${problem}`);
  return problem === null;
}

/** The canonical text; null, and a sentence on stderr, where there is none without loss. */
function textOf({ name, text }: Source, settings: Settings, io: Io): string | null {
  const canonical = canonicalOf(text, settings);
  if ('text' in canonical) return canonical.text;
  io.stderr(`${name}: ${canonical.refusal}`);
  return null;
}
