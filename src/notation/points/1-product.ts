import type { Product, Stated } from '../../model/model.ts';
import { say } from '../codes.ts';
import type { Column } from '../columns.ts';
import { contentOf } from '../content.ts';
import type { Span } from '../markdown/span.ts';
import { split } from '../markdown/span.ts';
import type { Section } from '../outline.ts';
import { isBlank, isNotShown, type Reader, words } from '../reader.ts';

export const PRODUCT_KEYS: readonly Column[] = [
  {
    name: 'For',
    aliases: ['Users', 'Audience', 'Who uses it', 'Used by'],
    blank: 'nobody is named',
    notShown: 'nobody is named, and the gap is listed',
    about: 'Whom the product is for, separated by commas. It says nothing about permissions; those are point 6.',
  },
  {
    name: 'Language',
    aliases: ['Lang', 'Locale'],
    blank: 'assumed: `en` (A-LOCALE)',
    notShown: 'assumed: `en` (A-LOCALE)',
    about: 'The language of labels, dates and numbers, as a language tag: `en`, `de`, `pt-BR`.',
  },
  {
    name: 'Time zone',
    aliases: ['Timezone', 'TZ'],
    blank: 'assumed: `UTC` (A-LOCALE)',
    notShown: 'assumed: `UTC` (A-LOCALE)',
    about: 'The zone that `today`, days and months are counted in, for everybody: `Europe/Berlin`.',
  },
];

/** Point 1: prose, and three keys. All of its prose is the purpose. */
export function readProduct(reader: Reader, sections: readonly Section[]): Product {
  const purpose: string[] = [];
  const audience: string[] = [];
  let language = unstated();
  let timeZone = unstated();
  for (const section of sections) {
    const blocks = [...section.blocks, ...section.parts.flatMap((part) => [heading(part.title), ...part.blocks])];
    const content = contentOf(reader, blocks, { point: 1, keys: PRODUCT_KEYS, free: true });
    purpose.push(content.help);
    for (const table of content.tables)
      reader.report(say.tableNotRead(table.header.cells[0]?.text ?? '', []), table.at, { point: 1 });
    for (const { key, value } of content.keys) {
      if (key === 'For') audience.push(...peopleIn(reader, value));
      else if (key === 'Language') language = statedValue(reader, value);
      else timeZone = statedValue(reader, value);
    }
  }
  return { purpose: purpose.filter((text) => text !== '').join('\n\n'), audience, language, timeZone };
}

function heading(title: Span) {
  return { kind: 'prose', text: { text: `### ${title.text}`, from: title.from }, code: false } as const;
}

function peopleIn(reader: Reader, value: Span): string[] {
  if (isNotShown(value)) {
    reader.report(
      say.notShown('Whom the product is for', 'Nothing depends on it; it tells readers whom to ask.'),
      value,
      { point: 1 },
    );
    return [];
  }
  return split(value, ',')
    .filter((name) => !isBlank(name))
    .map(words);
}

function unstated(): Stated<string> {
  return { value: null, standing: 'not shown', at: null };
}

function statedValue(reader: Reader, value: Span): Stated<string> {
  if (isBlank(value) || isNotShown(value)) return { ...unstated(), at: isNotShown(value) ? reader.place(value) : null };
  return { value: words(value), standing: 'stated', at: reader.place(value) };
}
