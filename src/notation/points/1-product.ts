import type { Product, Stated } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import { type Column, columnNamed, names } from '../columns.ts';
import { contentOf } from '../content.ts';
import { productInWords } from '../liberal/1-product.ts';
import { blockQuotation, quotation } from '../liberal/kept.ts';
import type { Block } from '../markdown/document.ts';
import { codeOf, type Span, split } from '../markdown/span.ts';
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
  {
    name: 'Offline',
    aliases: ['Works offline', 'Offline use', 'Without a connection', 'Without a server'],
    blank: 'devices keep it (A-OFFLINE)',
    notShown: 'no device keeps anything, until a line says it',
    about:
      '`yes` or `no`: whether the device of whoever signed in keeps what they read, to be read without a connection, and what they could not send.',
  },
];

/** Point 1: prose, and four keys. All of its prose is the purpose. `states` says whether it states anything at all. */
export function readProduct(reader: Reader, sections: readonly Section[]): { product: Product; states: boolean } {
  const purpose: string[] = [];
  let isGap = false;
  const audience: string[] = [];
  let language = unstated();
  let timeZone = unstated();
  let offline: Product['offline'] = null;
  const inWords: { language: Span | null; readonly audience: Span[] } = { language: null, audience: [] };
  for (const section of sections) {
    const blocks = [...section.blocks, ...section.parts.flatMap((part) => [...heading(part.title), ...part.blocks])];
    const content = contentOf(reader, blocks, {
      point: 1,
      keys: PRODUCT_KEYS,
      free: true,
      keepsGaps: names(PRODUCT_KEYS),
    });
    purpose.push(content.help);
    isGap ||= content.notShown !== null;
    const said = productInWords(reader, blocks);
    inWords.language ??= said.language;
    inWords.audience.push(...said.audience);
    for (const table of content.tables) {
      reader.report(say.tableNotRead(table.header.cells[0]?.text ?? '', []), table.at, { point: 1 });
      purpose.push(blockQuotation(table.at.text));
    }
    const last = new Map(content.keys.map((each) => [each.key, each] as const));
    for (const each of content.keys) {
      const { key, value } = each;
      // The last of several counts, and the others are not lost.
      if (key !== 'For' && last.get(key) !== each && !isNotShown(value)) purpose.push(quotation(each.at.text));
      if (key === 'For') audience.push(...peopleIn(reader, value));
      else if (key === 'Language') language = statedValue(reader, value);
      else if (key === 'Offline') offline = offerOf(reader, value);
      else timeZone = statedValue(reader, value);
    }
  }
  // What a key says goes before what prose says.
  if (language.at === null && inWords.language !== null) language = statedValue(reader, inWords.language);
  if (audience.length === 0) audience.push(...inWords.audience.map(words));
  const product = {
    purpose: purpose.filter((text) => text !== '').join('\n\n'),
    audience,
    language,
    timeZone,
    offline,
  };
  const isStated = language.standing === 'stated' || timeZone.standing === 'stated';
  const isKeyed = audience.length > 0 || isStated || offline === 'yes' || offline === 'no';
  return { product, states: isKeyed || saysPurpose(product.purpose, isGap) };
}

/** Whether the purpose says anything but that a key is not shown. Under `not shown.`, quotations are kept words and no purpose. */
function saysPurpose(purpose: string, isGap: boolean): boolean {
  return purpose.split('\n').some((line) => {
    if (isGap && line.startsWith('>')) return false;
    const key = /^\s*[-*+] ([^:]+):[*_\s]*not shown\.?[*_]*\s*$/i.exec(line)?.[1];
    return line.trim() !== '' && (key === undefined || columnNamed(PRODUCT_KEYS, key) === null);
  });
}

/** A heading without words says nothing. */
function heading(title: Span): Block[] {
  if (title.text === '') return [];
  return [{ kind: 'prose', text: { text: `### ${title.text}`, from: title.from }, code: false }];
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

function offerOf(reader: Reader, value: Span): Product['offline'] {
  if (isBlank(value)) return null;
  const word = words(codeOf(value) ?? value).toLowerCase();
  if (word === 'yes' || word === 'no') return word;
  if (isNotShown(value))
    reader.report(say.notShown('“Offline”', 'No device keeps anything to be read without a connection.'), value, {
      point: 1,
    });
  else reader.report(say.valueUnknown('answer', words(value), '`yes` or `no`'), value, { point: 1 });
  // Not understood is not known, and unknown never permits.
  return 'not shown';
}

function unstated(): Stated<string> {
  return { value: null, standing: 'not shown', at: null };
}

function statedValue(reader: Reader, value: Span): Stated<string> {
  if (isBlank(value) || isNotShown(value)) return { ...unstated(), at: isNotShown(value) ? reader.place(value) : null };
  return { value: words(value), standing: 'stated', at: reader.place(value) };
}
