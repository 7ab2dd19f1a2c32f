// Generates the TypeScript files of src/messages from its language files, which are JSON.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  isLiteralElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';

const folder = join(import.meta.dirname, '..', 'src', 'messages');

/** Texts by name; a text with placeholders is a pattern in ICU MessageFormat. */
export interface MessageTree {
  readonly [name: string]: string | MessageTree;
}

/** What may be filled in for a placeholder: a number, one of these words, or any text. */
export type Placeholder = 'number' | 'text' | readonly string[];

/** Returns the tags of the language files: English first, then the others by name. */
export function languageTags(): readonly string[] {
  const tags = readdirSync(folder).flatMap((name) => (name.endsWith('.json') ? [name.replace('.json', '')] : []));
  return ['en', ...tags.filter((tag) => tag !== 'en').sort()];
}

/** Returns the content of a language file. */
export function readMessages(tag: string): MessageTree {
  return JSON.parse(readFileSync(join(folder, `${tag}.json`), 'utf8')) as MessageTree;
}

/** Returns the placeholders of a pattern by name. Throws a `SyntaxError` if the pattern is not valid. */
export function placeholdersOf(pattern: string): ReadonlyMap<string, Placeholder> {
  const found = new Map<string, Placeholder>();
  for (const [name, kind] of placeholdersIn(parse(pattern, { ignoreTag: true })))
    if (kind !== 'text' || !found.has(name)) found.set(name, kind);
  return found;
}

function placeholdersIn(elements: readonly MessageFormatElement[]): (readonly [string, Placeholder])[] {
  return elements.flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element)) return [];
    if (isTagElement(element)) return placeholdersIn(element.children);
    if (isNumberElement(element)) return [[element.value, 'number']];
    if (!isPluralElement(element) && !isSelectElement(element)) return [[element.value, 'text']];
    const inside = Object.values(element.options).flatMap(({ value }) => placeholdersIn(value));
    return [[element.value, isPluralElement(element) ? 'number' : wordsOf(element.options)], ...inside];
  });
}

/** An empty `other` means that no other word is filled in. */
function wordsOf(options: Readonly<Record<string, { readonly value: readonly unknown[] }>>): Placeholder {
  return options['other']?.value.length === 0 ? Object.keys(options).filter((word) => word !== 'other') : 'text';
}

/** Returns the generated files: the types of the messages, the list of languages, and how each is loaded. */
export function messageFiles(firstLine: string): readonly { readonly path: string; readonly text: string }[] {
  const tags = languageTags();
  const others = tags.filter((tag) => tag !== 'en');
  const json = (tag: string) => `'./${tag}.json'`;
  return [
    {
      path: 'src/messages/message-types.ts',
      text: lines(
        firstLine,
        ...Object.entries(readMessages('en')).flatMap(([section, messages]) => [
          '',
          `export interface ${section.charAt(0).toUpperCase()}${section.slice(1)}Messages ${typeOf(messages, '')}`,
        ]),
      ),
    },
    {
      path: 'src/messages/languages.ts',
      text: lines(
        firstLine,
        '',
        '/** Languages of the built-in texts, by the primary part of their tags. */',
        `export const BUILT_IN_LANGUAGES = [${tags.map(quoted).join(', ')}] as const;`,
        '',
        'export type BuiltInLanguage = (typeof BUILT_IN_LANGUAGES)[number];',
      ),
    },
    {
      path: 'src/messages/language-files.ts',
      text: lines(
        firstLine,
        ...tags.map((tag) => `import ${nameOf(tag)} from ${json(tag)} with { type: 'json' };`),
        '',
        '/** All languages, for the server. A page loads its own only. */',
        `export const LANGUAGE_FILES = { ${tags.map((tag) => (nameOf(tag) === tag ? tag : `${quoted(tag)}: ${nameOf(tag)}`)).join(', ')} };`,
      ),
    },
    {
      path: 'src/messages/load-language.ts',
      text: lines(
        firstLine,
        `import type { BuiltInLanguage } from './languages.ts';`,
        '',
        '/** Loads a language other than English, which each page has. */',
        'export const LANGUAGE_LOADERS = {',
        ...others.map((tag) => `  ${quoted(tag)}: () => import(${json(tag)}, { with: { type: 'json' } }),`),
        `} satisfies Readonly<Record<Exclude<BuiltInLanguage, 'en'>, () => Promise<unknown>>>;`,
      ),
    },
  ];
}

/** Returns the type of messages in TypeScript: a text, a function that fills in placeholders, or an object of these. */
function typeOf(messages: string | MessageTree, indent: string): string {
  if (typeof messages !== 'string') {
    const members = Object.entries(messages).map(
      ([name, each]) => `${indent}  readonly ${keyOf(name)}: ${typeOf(each, `${indent}  `)};`,
    );
    return ['{', ...members, `${indent}}`].join('\n');
  }
  const values = [...placeholdersOf(messages)].map(([name, kind]) => `readonly ${name}: ${valueType(kind)}`);
  return values.length === 0 ? 'string' : `(values: { ${values.join('; ')} }) => string`;
}

function valueType(kind: Placeholder): string {
  if (kind === 'number') return 'number';
  return kind === 'text' ? 'string | number' : kind.map(quoted).join(' | ');
}

const keyOf = (name: string) => (/^[a-z_]\w*$/i.test(name) ? name : quoted(name));
const nameOf = (tag: string) => tag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
const lines = (...all: readonly string[]) => `${all.join('\n')}\n`;
