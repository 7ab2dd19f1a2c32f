import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checks } from '../../checks/index.ts';
import { STANDARD } from '../../engine/compiled/standard-errors.ts';
import { SAMPLE_DATA } from '../../engine/sample/sample-problem.ts';
import { READER_CODES } from '../../notation/reader/codes.ts';
import { modulesFolder } from '../program/package-folder.ts';
import { ASSUMPTIONS } from './assumption-texts.ts';

/** The page of a code: of a check, the reader, an assumption or a built-in error. */
export interface Page {
  readonly code: string;
  readonly kind: 'check' | 'reader' | 'assumption' | 'error';
  /** One sentence. */
  readonly about: string;
  /** Markdown, with a title. */
  readonly text: string;
}

type Entry = Omit<Page, 'text'> & { readonly write: () => string };

/**
 * Lists all codes with a sentence each: checks in the order of the points, then the reader's codes, assumptions and
 * errors.
 */
export function listPages(): readonly Omit<Page, 'text'>[] {
  return entries().map(({ code, kind, about }) => ({ code, kind, about }));
}

/** Returns the page of a code, in any case; null if there is none. */
export function findPage(code: string): Page | null {
  const found = entries().find((entry) => entry.code.toLowerCase() === code.toLowerCase());
  if (found === undefined) return null;
  const { write, ...page } = found;
  return { ...page, text: write() };
}

function entries(): Entry[] {
  const known = new Set<string>(checks.map(({ code }) => code));
  return [
    ...checks.map(({ code, about, severity, point }): Entry => {
      const write = () => pageAt(pageFolder(code), code) ?? shortPage(code, about, severity, point);
      return { code, kind: 'check', about, write };
    }),
    {
      code: SAMPLE_DATA.code,
      kind: 'check',
      about: SAMPLE_DATA.about,
      write: () => shortPage(SAMPLE_DATA.code, SAMPLE_DATA.about, SAMPLE_DATA.severity, null),
    },
    ...Object.entries(READER_CODES)
      .filter(([code]) => !known.has(code))
      .map(([code, { about, severity }]): Entry => {
        return {
          code,
          kind: 'reader',
          about,
          write: () => pageAt('notation/codes', code) ?? shortPage(code, about, severity, null),
        };
      }),
    ...[...ASSUMPTIONS].map(([code, { about, ends }]): Entry => {
      return { code, kind: 'assumption', about, write: () => `# ${code}\n\n${about}\n\n## Until when\n\n${ends}` };
    }),
    ...Object.entries(STANDARD).map(([code, error]): Entry => {
      return { code, kind: 'error', about: error.message, write: () => errorPage(code, error) };
    }),
  ];
}

/** Returns the folder of the page of a check, which is also the folder of the check. */
function pageFolder(code: string): string {
  const folders = readdirSync(join(modulesFolder(), 'checks'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `checks/${name}`);
  return folders.find((folder) => existsSync(pathOf(folder, code))) ?? 'checks/across';
}

const pathOf = (folder: string, code: string) => join(modulesFolder(), folder, `${code}.md`);

/** Returns a page without the marks that its test uses; null if there is none. */
function pageAt(folder: string, code: string): string | null {
  const path = pathOf(folder, code);
  if (!existsSync(path)) return null;
  return readFileSync(path, 'utf8').replaceAll(/⟪ ?|⟫/g, '').trimEnd();
}

function shortPage(code: string, about: string, severity: string, point: number | null): string {
  return [`# ${code}`, about, `Severity: ${severity}${point === null ? '' : `, point ${point}`}.`].join('\n\n');
}

interface ErrorText {
  readonly situation: string;
  readonly status: number;
  readonly message: string;
  readonly next: string;
}

function errorPage(code: string, { situation, status, message, next }: ErrorText): string {
  return [
    `# ${code}`,
    `A built-in error for the situation “${situation}”. Its status is ${status}.`,
    `> ${message}${next === '' ? '' : `\n>\n> ${next}`}`,
    'To change its status and texts, add an entry with this code to point 8:',
    `| Code | Status | Message | What to do |\n| --- | --- | --- | --- |\n| ${code} | ${status} | ${message} | ${next} |`,
  ].join('\n\n');
}
