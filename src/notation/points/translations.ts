import {
  NO_TRANSLATIONS,
  normalizeSpaces,
  type Translation,
  type Translations,
} from '../../model/types/translation.ts';
import type { Block } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { foldName } from '../reader/columns.ts';
import type { Section } from '../reader/outline.ts';
import { type Reader, words } from '../reader/reader.ts';
import { tablesIn } from './appendix.ts';

const TITLES: ReadonlySet<string> = new Set(['translations', 'translation', 'languages']);
const TEXT: ReadonlySet<string> = new Set(['text', 'texts', 'label', 'original']);

type Table = Extract<Block, { kind: 'table' }>;

/** Whether a section without a number is the appendix of translations. */
export function isTranslations(section: Section): boolean {
  return section.point === null && TITLES.has(foldName(words(section.title)));
}

/**
 * Reads translations: tables with texts of the document in the first column, and a column for each language with its
 * tag as heading. Several tables, under parts or not, are merged.
 */
export function readTranslations(reader: Reader, section: Section): Translations {
  const blocks = [section.blocks, ...section.parts.map((each) => each.blocks)].flat();
  return mergeTranslations(tablesIn(reader, blocks, TRANSLATIONS).map((table) => tableOf(reader, table)));
}

const TRANSLATIONS =
  'Translations are read from a table with a column “Text” and a column for each language. An explanation may stay.';

/** Merges the translations of several tables or sections. */
export function mergeTranslations(all: readonly Translations[]): Translations {
  const [first = NO_TRANSLATIONS, ...rest] = all;
  if (rest.length === 0) return first;
  const languages = all
    .flatMap((each) => each.languages)
    .filter(({ tag }, index, every) => every.findIndex((other) => other.tag === tag) === index);
  const texts = all.flatMap((each) =>
    each.texts.map((text): Translation => {
      const translated = languages.map(({ tag }) => {
        const column = each.languages.findIndex((language) => language.tag === tag);
        return text.translated[column] ?? { text: '', at: null };
      });
      return { ...text, translated };
    }),
  );
  return { languages, texts };
}

function tableOf(reader: Reader, { header, rows }: Table): Translations {
  const [first, ...others] = header.cells;
  if (first !== undefined && !TEXT.has(foldName(words(first))) && tagOf(words(first)) === null) {
    reader.report(messages.tableNotRead(words(first), ['Text', 'the tag of each language: de, ar, pt-BR']), first);
    return NO_TRANSLATIONS;
  }
  const columns = others.flatMap((cell, index) => {
    const tag = tagOf(words(cell));
    if (tag === null) reader.report(messages.languageNotRead(words(cell)), cell);
    return tag === null ? [] : [{ tag, at: reader.place(cell), column: index + 1 }];
  });
  const texts = rows.flatMap(({ at, cells }): Translation[] => {
    for (const cell of cells.slice(header.cells.length))
      if (cell.text !== '') reader.report(messages.cellNotRead(words(cell)), cell);
    const text = cells[0] === undefined ? '' : textOf(cells[0]);
    if (text === '') {
      if (cells.some((cell) => cell.text !== ''))
        reader.report(messages.cellNotRead(words(cells.find(isGiven) ?? at)), at);
      return [];
    }
    const translated = columns.map(({ column }) => {
      const cell = cells[column];
      return cell === undefined ? { text: '', at: null } : { text: textOf(cell), at: reader.place(cell) };
    });
    return [{ text, at: reader.place(cells[0] ?? at), translated }];
  });
  return { languages: columns.map(({ tag, at }) => ({ tag, at })), texts };
}

const isGiven = (cell: Span): boolean => cell.text !== '';

/** Returns the text of a cell, without backticks around a name. */
function textOf(cell: Span): string {
  const inner = /^`([^`]*)`$/.exec(cell.text);
  return normalizeSpaces(words(inner === null ? cell : part(cell, 1, cell.text.length - 1)));
}

/** Returns the canonical form of a language tag; null if it is not one. */
function tagOf(text: string): string | null {
  try {
    const [tag] = Intl.getCanonicalLocales(text.trim());
    const known = tag !== undefined && /^[a-z]{2,3}(?:-|$)/.test(tag);
    return known ? tag : null;
  } catch {
    return null;
  }
}
