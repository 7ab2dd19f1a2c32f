import { nearest } from '../../expressions/syntax/nearest-name.ts';
import { findPage, listPages, type Page } from '../analysis/explain-pages.ts';
import { defineCommand, type Io } from '../program/command.ts';
import { screenWidth } from '../reporters/width.ts';
import { printable, wrapped } from '../reporters/wrap-text.ts';

export const command = defineCommand({
  name: 'explain',
  usage: '[code]',
  about: 'Explain a finding, an assumption (A-…) or an error; without a code, list all codes.',
  options: [],
  more: 'The output of check contains the codes: for "error name-unknown", run "ninefold explain name-unknown".',
  async run(args, io) {
    const [code] = args.positional;
    if (code === undefined) {
      io.stdout(listOf(io));
      return 0;
    }
    const page = findPage(code);
    if (page === null) {
      io.stderr(`There is no code ${code}.${suggestions(code)} "ninefold explain" lists them all.`);
      return 2;
    }
    io.stdout(styled(page.text, io));
    return 0;
  },
});

const TITLES: Readonly<Record<Page['kind'], string>> = {
  check: 'What checks find',
  reader: 'What the reader finds',
  assumption: 'What is assumed if a document does not say it',
  error: 'Built-in errors',
};

function listOf(io: Io): string {
  const pages = listPages();
  const left = Math.max(...pages.map(({ code }) => code.length)) + 4;
  const kinds = [...new Set(pages.map(({ kind }) => kind))];
  return kinds
    .map((kind) => {
      const rows = pages
        .filter((page) => page.kind === kind)
        .map(({ code, about }) => {
          const [first = '', ...rest] = wrapped(about.replaceAll('\n', ' '), screenWidth(io) - left);
          const lines = [
            `  ${io.colors.cyan(code.padEnd(left - 2))}${first}`,
            ...rest.map((line) => `${' '.repeat(left)}${line}`),
          ];
          return lines.join('\n');
        });
      return [io.colors.bold(TITLES[kind]), ...rows].join('\n');
    })
    .join('\n\n');
}

/** Returns suggestions: codes that are similar to, or contain, what was typed. */
function suggestions(code: string): string {
  const codes = listPages().map((page) => page.code);
  const typed = code.toLowerCase();
  const closest = nearest(
    typed,
    codes.map((each) => each.toLowerCase()),
  );
  const found = codes.filter(
    (each) => each.toLowerCase() === closest || (typed.length > 2 && each.toLowerCase().includes(typed)),
  );
  return found.length === 0 ? '' : ` Did you mean ${found.slice(0, 5).join(', ')}?`;
}

/** Highlights headings. */
function styled(text: string, io: Io): string {
  return text
    .split('\n')
    .map((line) => (/^#{1,3} /.test(line) ? io.colors.bold(printable(line)) : printable(line)))
    .join('\n');
}
