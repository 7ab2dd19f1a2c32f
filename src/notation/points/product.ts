import type { Product, Stated } from '../../model/types/model.ts';
import type { Block } from '../markdown/document.ts';
import { codeOf, type Span, split } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import type { Column } from '../reader/columns.ts';
import { contentOf } from '../reader/content.ts';
import type { Section } from '../reader/outline.ts';
import { isBlank, isNotShown, type Reader, words } from '../reader/reader.ts';

export const PRODUCT_KEYS: readonly Column[] = [
  {
    name: 'For',
    aliases: ['Users', 'Audience'],
    blank: 'None.',
    notShown: 'None.',
    about: 'Whom the product is for, separated by commas. It is no permission.',
  },
  {
    name: 'Language',
    aliases: ['Lang', 'Locale'],
    blank: '`en` (A-LOCALE).',
    notShown: '`en` (A-LOCALE).',
    about: 'Language tag for labels, dates and numbers: `en`, `de`, `pt-BR`.',
  },
  {
    name: 'Time zone',
    aliases: ['TZ'],
    blank: '`UTC` (A-LOCALE).',
    notShown: '`UTC` (A-LOCALE).',
    about: 'The zone of `today`, days and months, for everyone: `Europe/Berlin`.',
  },
  {
    name: 'Offline',
    aliases: ['Works offline', 'Offline use'],
    blank: '`yes` (A-OFFLINE).',
    notShown: 'Devices store nothing.',
    about: '`yes` or `no`: whether devices of signed-in people keep data for use offline.',
  },
];

/** Reads point 1: prose, which is the purpose, and four keys. `states` is whether the point states anything. */
export function readProduct(reader: Reader, sections: readonly Section[]): { product: Product; states: boolean } {
  const blocks = sections.flatMap((section) => [
    ...section.blocks,
    ...section.parts.flatMap((part) => [...heading(part.title), ...part.blocks]),
  ]);
  const content = contentOf(reader, blocks, { point: 1, keys: PRODUCT_KEYS, free: true });
  for (const table of content.tables)
    reader.report(messages.tableNotRead(words(table.header.cells[0] ?? table.at), []), table.at, { point: 1 });
  const audience: string[] = [];
  const single = new Map<string, Span>();
  for (const { key, value, at } of content.keys) {
    if (key === 'For') audience.push(...peopleIn(reader, value));
    else if (!single.has(key)) single.set(key, value);
    else
      reader.report(
        messages.rowNotRead(words(at), `“${key}” is stated above already. Keep one of the two lines.`),
        at,
        {
          point: 1,
        },
      );
  }
  const product = {
    purpose: content.help,
    audience,
    language: statedValue(reader, single.get('Language')),
    timeZone: statedValue(reader, single.get('Time zone')),
    offline: offlineOf(reader, single.get('Offline')),
  };
  const { purpose, language, timeZone, offline } = product;
  const states =
    purpose !== '' ||
    audience.length > 0 ||
    language.standing === 'stated' ||
    timeZone.standing === 'stated' ||
    offline === 'yes' ||
    offline === 'no';
  return { product, states };
}

/** Returns the heading of a part as prose; empty if it has no text. */
function heading(title: Span): Block[] {
  if (title.text === '') return [];
  return [{ kind: 'prose', text: { text: `### ${title.text}`, from: title.from }, code: false }];
}

function peopleIn(reader: Reader, value: Span): string[] {
  if (isNotShown(value)) {
    reader.report(
      messages.notShown('Whom the product is for', 'Nothing depends on it; it tells readers whom to ask.'),
      value,
      { point: 1 },
    );
    return [];
  }
  return split(value, ',')
    .filter((name) => !isBlank(name))
    .map(words);
}

function offlineOf(reader: Reader, value: Span | undefined): Product['offline'] {
  if (value === undefined || isBlank(value)) return null;
  const word = words(codeOf(value) ?? value).toLowerCase();
  if (word === 'yes' || word === 'no') return word;
  if (isNotShown(value))
    reader.report(messages.notShown('“Offline”', 'Devices store nothing for use offline.'), value, {
      point: 1,
    });
  else reader.report(messages.valueUnknown('answer', words(value), '`yes` or `no`'), value, { point: 1 });
  return 'not shown';
}

/** `at` is also set for `not shown.`, so that the gap can be printed. */
function statedValue(reader: Reader, value: Span | undefined): Stated<string> {
  if (value === undefined || isBlank(value)) return { value: null, standing: 'not shown', at: null };
  if (isNotShown(value)) return { value: null, standing: 'not shown', at: reader.place(value) };
  return { value: words(value), standing: 'stated', at: reader.place(value) };
}
