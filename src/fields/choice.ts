import { labelOf } from '../model/label.ts';
import type { Option } from '../model/types.ts';
import { defineField, type ReadResult } from './field.ts';
import { clean } from './fold.ts';
import type { Json } from './json.ts';
import { printNames, splitNames } from './names.ts';
import { refused, wrongType } from './problem.ts';

export const choice = defineField({
  kind: 'choice',
  spellings: ['choice', 'enum', 'one of', 'choice of', 'select'],
  about: "One of the names listed: `Travel, Meals, Other` or `'draft' | 'sent'`.",
  input: 'choice',
  storage: 'text',
  typeFrom: (argument) => {
    const names = argument === null ? null : splitNames(argument);
    return names && { kind: 'choice', options: names.map(optionOf), several: false };
  },
  typeText: ({ options }) => printNames(options.map((option) => option.name)),
  read: (input, { options }) => read(input, options),
  write: (value) => (typeof value === 'string' ? value : null),
  show: (value, { options }, format) => {
    const option = options.find((candidate) => candidate.name === value);
    if (option === undefined) return typeof value === 'string' ? value : '';
    return Object.hasOwn(option.translations, format.language)
      ? (option.translations[format.language] ?? option.label)
      : option.label;
  },
  parse: (cell, { options }) => read(cell, options),
  /** Choices sort as stated; one that is no longer stated last. */
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
  ],
});

/** An option as the document names it, without translations. */
export function optionOf(name: string): Option {
  return { name, label: labelOf(name), translations: {} };
}

/** By name to the letter, but for white space around it. */
function read(input: Json, options: readonly Option[]): ReadResult {
  if (input === null) return { value: null };
  if (typeof input !== 'string') return wrongType('the name of one of the choices');
  const name = clean(input);
  if (name === null) return { value: null };
  const option = options.find((candidate) => candidate.name === name);
  if (option !== undefined) return { value: option.name };
  return refused('NOT_A_CHOICE', { value: name, choices: options.map((candidate) => candidate.label).join(', ') });
}
