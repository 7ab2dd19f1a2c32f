import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { runChecks } from '../../../src/checks/runner/run.ts';
import { assume } from '../../../src/model/defaults/assume.ts';
import { withoutPlaces } from '../../../src/model/diff/without-places.ts';
import { formatDocument } from '../../../src/notation/document/format-document.ts';
import { wordsLostInPrint } from '../../../src/notation/document/lost-words.ts';
import { printDocument } from '../../../src/notation/document/print-document.ts';
import { type Reading, readDocument } from '../../../src/notation/document/read-document.ts';
import { COLUMN_GROUPS, WORD_GROUPS } from '../../../src/notation/reference/vocabulary.ts';
import { changed, HARD_NAMES, random } from './documents.ts';

const ROOT = new URL('../../../', import.meta.url);

/** Every document of the project, by its path. */
export function allDocuments(): ReadonlyMap<string, string> {
  const found = ['examples', 'test/documents'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`),
  );
  return new Map(found.map((path) => [path, readFileSync(new URL(path, ROOT), 'utf8')]));
}

/** Reading does not throw, and each finding stands in the text and says something. */
export function assertReads(text: string, reading: Reading = readDocument(text)): void {
  for (const { at, message, next, code } of reading.diagnostics) {
    const about = `${code}: ${message}`;
    assert.ok(
      at.from >= 0 && at.from <= at.to && at.to <= text.length,
      `${about} stands at ${at.from} to ${at.to} of ${text.length}`,
    );
    const before = text.slice(0, at.from);
    // A carriage return alone ends a line too, as in CommonMark.
    const lines = before.split(/\r\n?|\n/);
    assert.deepEqual([at.line, at.column], [lines.length, (lines.at(-1) ?? '').length + 1], about);
    assert.ok(message !== '' && next !== '', about);
  }
}

/** What is printed reads back as the same Model, and printing it again changes nothing. */
export function assertRoundTrip(text: string, { model }: Reading = readDocument(text)): void {
  const printed = printDocument(model);
  const again = readDocument(printed).model;
  assert.deepEqual(withoutPlaces(again), withoutPlaces(model));
  assert.equal(printDocument(again), printed);
}

/** The checks run over whatever was read. */
export function assertChecks(text: string, { model }: Reading = readDocument(text)): void {
  for (const { at } of runChecks(assume(model))) assert.ok(at.from >= 0 && at.from <= at.to && at.to <= text.length);
}

/** The canonical form has the same Model, the same findings and every word, and is its own canonical form. */
export function assertFormat(text: string, reading: Reading = readDocument(text)): void {
  const formatted = formatDocument(text, reading).text;
  const again = readDocument(formatted);
  assert.deepEqual(withoutPlaces(again.model), withoutPlaces(reading.model));
  assert.deepEqual(messagesOf(again), messagesOf(reading));
  assert.deepEqual(wordsLostInPrint(text, formatted), []);
  assert.equal(formatDocument(formatted, again).text, formatted);
}

const messagesOf = ({ diagnostics }: Reading) => diagnostics.map(({ code, message }) => `${code} ${message}`).sort();

/** Of a long text the half of its sections. */
export function shortened(text: string, next: (below: number) => number): string {
  if (text.length < 10_000) return text;
  const [before = '', ...sections] = text.split(/^(?=## )/m);
  return before + sections.filter(() => next(2) === 0).join('');
}

/**
 * One of these texts with a few changes, every third time with lines of another one among its own; the same for the same
 * seed.
 */
export function mutant(seed: number, texts: readonly string[]): string {
  const next = random(seed);
  const pick = () => texts[next(texts.length)] ?? '';
  const text = changed(shortened(pick(), next), next);
  if (next(3) > 0) return text;
  const lines = text.split('\n');
  const others = pick().split('\n');
  const from = next(others.length);
  lines.splice(next(lines.length), 0, ...others.slice(from, from + 1 + next(30)));
  return lines.join('\n');
}

/**
 * A text with hard strings in place of words: of each `gap` words one, from the one of this number on. All numbers below
 * `gap` together put one in every place.
 */
export function hardened(text: string, gap: number, from: number): string {
  let count = -1;
  return text.replaceAll(/[\p{L}\p{N}_]+/gu, (word) => {
    count += 1;
    return count % gap === from ? (NAUGHTY[(count + Math.floor(count / gap)) % NAUGHTY.length] ?? '') : word;
  });
}

/** The document up to the end of each line. */
export function* prefixes(text: string): Generator<string> {
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) yield text.slice(0, at);
}

/** So many bytes from somewhere, cut without regard for characters. */
export function windowOf(text: string, from: number, length: number): string {
  return Buffer.from(text)
    .subarray(from, from + length)
    .toString('utf8');
}

/** Strings that have broken programs before, for every position of a document. */
export const NAUGHTY: readonly string[] = [
  ...HARD_NAMES,
  '\u0000',
  '\u202eRTL',
  '\ud800',
  '﷽',
  'ﬁ',
  'İ',
  '1e999',
  'NaN',
  '-0',
  '9'.repeat(400),
  '(((((((((((((((((((((((((((((((((((((((((',
  '`'.repeat(41),
  '[a](b)',
  '<!-- -->',
  '&lt;',
  '%s%n',
  "'; DROP TABLE t; --",
  ['$', '{7*7}'].join(''),
  '../../../etc/passwd',
  'a'.repeat(3000),
];

const word = fc.constantFrom(
  ...COLUMN_GROUPS.flatMap(({ columns }) => columns.flatMap(({ name, aliases }) => [name, ...aliases])),
  ...WORD_GROUPS.flatMap(({ words }) => words.flatMap(({ write, aliases }) => [write, ...aliases])),
);
const expression = fc.constantFrom(
  'owner == me',
  'total <= LIMIT or note != null',
  'sum(lines.amount) > 3 EUR',
  'count(Task where owner == me) < 3',
  'due <= today + 3 days',
  'a ==',
  ')(',
);
const cell = fc.oneof(
  { weight: 4, arbitrary: word },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'Task',
      'Line',
      'owner',
      'status',
      'Open',
      'Done',
      'Member',
      'LIMIT',
      'TOO_MUCH',
      'text(1..80)',
      'money(EUR)',
      'Line[]',
      'yes',
      'no',
      '',
      '-',
    ),
  },
  { weight: 1, arbitrary: expression.map((each) => `\`${each}\``) },
  { weight: 1, arbitrary: fc.constantFrom(...NAUGHTY) },
  { weight: 1, arbitrary: fc.string({ maxLength: 20, unit: 'grapheme' }) },
);
const oneLine = (text: string): string => text.replaceAll(/[\n\r]/g, ' ');
const table = fc
  .tuple(fc.array(cell, { minLength: 1, maxLength: 6 }), fc.array(fc.array(cell, { maxLength: 7 }), { maxLength: 5 }))
  .map(([head, rows]) =>
    [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(oneLine).join(' | ')} |`).join('\n'),
  );
const sentence = fc.constantFrom(
  'A task has 1 to 8 lines.',
  '**Open to Done**',
  'Only the owner, within 3 days after due.',
  '`draft` → `sent` on `send()`, only when there are items',
  'Draft -> Requested (by the owner)',
  '`GET /api/tasks?page=` → `{ data: Task[], total: number }`',
  '**E01** (401) "No." Shown above the form.',
  '`MAX_ITEMS = 100`, `WAIT_MS = 300`',
  '`dueDate?: string`, `items: Line[]` (at least one)',
  'Sees own tasks, and all others while Open.',
  '`canEdit = role === "owner"`',
  '**Task** – `/tasks/:id`',
  'Page size: 25. Refresh: 60 seconds.',
  'R-01. Title is required, 5 to 120 characters.',
  'How it ends: not shown.',
);
const item = fc
  .tuple(fc.nat({ max: 3 }), fc.oneof(sentence, cell.map(oneLine)))
  .map(([depth, text]) => `${'  '.repeat(depth)}- ${text}`);
const block = fc.oneof(
  { weight: 3, arbitrary: table },
  { weight: 3, arbitrary: fc.array(item, { minLength: 1, maxLength: 6 }).map((items) => items.join('\n')) },
  { weight: 1, arbitrary: sentence },
  {
    weight: 1,
    arbitrary: fc
      .array(sentence, { maxLength: 3 })
      .map((lines) => `\`\`\`ts\ninterface Task { id: string; due?: Date }\n${lines.join('\n')}\n\`\`\``),
  },
  { weight: 1, arbitrary: fc.constant('not shown.') },
);
const part = fc
  .tuple(
    fc.oneof(fc.constantFrom('Task', 'Line', 'Member', 'Task: status', '3.1 Task'), cell.map(oneLine)),
    fc.array(block, { maxLength: 3 }),
  )
  .map(([title, blocks]) => `### ${title}\n\n${blocks.join('\n\n')}`);
const section = (point: number) =>
  fc
    .tuple(fc.array(block, { maxLength: 2 }), fc.array(part, { maxLength: 3 }))
    .map(([blocks, parts]) => `## ${point}. Section\n\n${[...blocks, ...parts].join('\n\n')}`);

/** Documents made by the grammar of the notation, in whatever hand. */
export const grown = fc
  .tuple(...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(section))
  .map((sections) => `# Specification: Grown\n\n${sections.join('\n\n')}\n`);
