import { labelOf } from '../../model/lookups/label-from-name.ts';
import type { Option } from '../../model/types/types.ts';
import { cleanText, nameText } from '../text/fold.ts';
import type { Json } from '../text/json.ts';
import { printNames, splitNames } from '../text/split-names.ts';
import { refused, wrongType } from '../text/value-problem.ts';
import { defineField, type ReadResult } from './field.ts';
import { isTexts } from './texts.ts';

export const choice = defineField({
  kind: 'choice',
  spellings: ['choice', 'enum', 'one of', 'choice of'],
  about:
    "One of the names listed: `Low, Normal, High` or `'draft' | 'sent'`; a set of them: `several of Mon, Tue`. A name with a comma goes in quotes.",
  storage: 'text',
  storageFor: ({ several }) => (several ? 'json' : 'text'),
  typeFrom: (argument) => {
    const names = argument === null ? null : splitNames(argument);
    return names && { kind: 'choice', options: names.map(optionOf), several: false };
  },
  typeText: ({ options, several }) =>
    `${several ? 'several of ' : ''}${printNames(options.map((option) => option.name))}`,
  read: (input, { options, several }) => (several ? readSet(input, options) : read(input, options)),
  write: (value) => (typeof value === 'string' ? value : isTexts(value) ? [...value] : null),
  show: (value, { options }, format) => {
    const one = (name: string) => shownOption(name, options, format.language);
    return typeof value === 'string' ? one(value) : isTexts(value) ? format.list(value.map(one)) : '';
  },
  parse: (cell, { options, several }) => {
    if (!several || cell.trim() === '') return read(cell, options);
    const names = splitNames(cell);
    return names === null ? wrongType({ is: 'choices' }) : readSet(names, options);
  },
  /** Choices sort in stated order; one that is no longer stated comes last. */
  orderKey: (value, { options }) => {
    const index = options.findIndex((option) => option.name === value);
    return index === -1 ? options.length : index;
  },
  samples: [
    {
      type: {
        kind: 'choice',
        options: ['Travel', '__proto__', 'constructor', 'inReview', 'Don’t know, yet'].map(optionOf),
        several: false,
      },
      good: [
        ['Travel', 'Travel'],
        [' Travel ', 'Travel'],
        ['__proto__', '__proto__'],
        ['constructor', 'Constructor'],
        ['inReview', 'In review'],
        ['Don’t know, yet', 'Don’t know, yet'],
        ['', ''],
        [null, ''],
      ],
      bad: [
        ['travel', 'NOT_A_CHOICE'],
        ['toString', 'NOT_A_CHOICE'],
        ['In review', 'NOT_A_CHOICE'],
        [0, 'WRONG_TYPE'],
        [['Travel'], 'WRONG_TYPE'],
      ],
    },
    {
      type: { kind: 'choice', options: ['Mon', 'Tue', 'wedNight'].map(optionOf), several: true },
      good: [
        [['wedNight', 'Mon', 'Mon'], 'Mon and Wed night'],
        [[], ''],
        [null, ''],
      ],
      bad: [
        ['Mon', 'WRONG_TYPE'],
        [['Sun'], 'NOT_A_CHOICE'],
        [[''], 'WRONG_TYPE'],
      ],
    },
  ],
});

/** Returns an option for a name in the document, without translations. */
export function optionOf(written: string): Option {
  const name = nameText(written);
  return { name, label: labelOf(name), translations: {} };
}

function shownOption(name: string, options: readonly Option[], language: string): string {
  const option = options.find((candidate) => candidate.name === name);
  if (option === undefined) return name;
  return Object.hasOwn(option.translations, language) ? (option.translations[language] ?? option.label) : option.label;
}

/** Reads a set: each choice once, in stated order. */
function readSet(input: Json, options: readonly Option[]): ReadResult {
  if (input === null || input === '') return { value: null };
  if (!Array.isArray(input)) return wrongType({ is: 'sent as', json: 'list' });
  const names = new Set<string>();
  for (const item of input as readonly Json[]) {
    const one = read(item, options);
    if ('problem' in one) return one;
    if (typeof one.value !== 'string') return wrongType({ is: 'choice' });
    names.add(one.value);
  }
  const value = options.map(({ name }) => name).filter((name) => names.has(name));
  return { value: value.length === 0 ? null : value };
}

/** Reads a choice by its exact name, ignoring surrounding white space. */
function read(input: Json, options: readonly Option[]): ReadResult {
  if (input === null) return { value: null };
  if (typeof input !== 'string') return wrongType({ is: 'choice' });
  const name = cleanText(input);
  if (name === null) return { value: null };
  const option = options.find((candidate) => nameText(candidate.name) === name);
  if (option !== undefined) return { value: option.name };
  return refused('NOT_A_CHOICE', { value: name, choices: options.map((candidate) => candidate.label).join(', ') });
}
