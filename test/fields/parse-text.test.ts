import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { WireImport, WirePage } from '../../src/engine/core/wire-format.ts';
import { typedDate } from '../../src/fields/parse/parse-date.ts';
import { typedInstant } from '../../src/fields/parse/parse-instant.ts';
import { parseText } from '../../src/fields/parse/parse-text.ts';
import { fieldType } from '../../src/fields/registry/lookup.ts';
import { separatedRow } from '../../src/fields/text/csv.ts';
import { formatter } from '../../src/fields/text/format.ts';
import type { Json } from '../../src/fields/text/json.ts';
import { idOf } from '../../src/model/types/element.ts';
import type { Type } from '../../src/model/types/types.ts';
import { typedStock } from '../support/documents/typed-stock.ts';
import { type Caller, startServer } from '../support/http/server.ts';

const LANGUAGES = [
  'en',
  'en-US',
  'de',
  'de-CH',
  'fr',
  'fr-CA',
  'es',
  'nl',
  'sv',
  'fi',
  'da',
  'pl',
  'pt-BR',
  'ar',
  'ar-EG',
];
const MORE = [
  'fa',
  'he',
  'hi',
  'ja',
  'zh',
  'zh-TW',
  'ko',
  'tr',
  'th',
  'bg',
  'hu',
  'hr',
  'lt',
  'vi',
  'id',
  'ru',
  'mr',
  'bn',
];
const ALL = [...LANGUAGES, ...MORE];
const zone = 'Europe/Berlin';
const formats = new Map(ALL.map((language) => [language, formatter({ language, zone })]));
const formatOf = (language: string) => formats.get(language) ?? formatter({ language, zone });

const TYPES = {
  pieces: { kind: 'integer', min: null, max: null, step: null, unit: null },
  minutes: { kind: 'integer', min: null, max: null, step: null, unit: 'min' },
  share: { kind: 'decimal', precision: 6, scale: 2, min: null, max: null, unit: '%' },
  weight: { kind: 'decimal', precision: 12, scale: 3, min: null, max: null, unit: null },
  price: { kind: 'money', currency: 'EUR', scale: 2, min: null, max: null },
  quote: { kind: 'money', currency: null, scale: 2, min: null, max: null },
  day: { kind: 'date' },
  moment: { kind: 'date and time' },
  start: { kind: 'time' },
  lasts: { kind: 'duration' },
  paid: { kind: 'boolean' },
} as const satisfies Readonly<Record<string, Type>>;

const read = (text: string, type: Type, language = 'en'): Json | undefined => {
  const parsed = parseText(text, type, { language, zone });
  return 'value' in parsed ? parsed.value : undefined;
};

const digit = fc.constantFrom(...'0123456789', ...'٠١٢٣٤٥٦٧٨٩', ...'۰۱۲', ...'０１２９', '२', '²', '½', '𝟙');
const sign = fc.constantFrom(
  '-',
  '−',
  '–',
  '+',
  '(',
  ')',
  '.',
  ',',
  '٫',
  '٬',
  "'",
  '’',
  ' ',
  '\u00a0',
  '\u202f',
  '/',
  ':',
);
const word = fc.constantFrom(
  ...['€', '$', '£', 'EUR', 'USD', 'eur', 'kr', '%', '٪', 'min', 'h', 'kg', 'AM', 'pm', 'م', 'klo', 'Nov', 'November'],
  ...['T', 'Z', 'e3', '0x', ',-', ' bitte', '٣', '\u200f', '12', '2026', '26', '03', '11', 'ja', 'yes', '.-'],
);
const pieces = fc
  .array(fc.oneof({ weight: 5, arbitrary: digit }, { weight: 2, arbitrary: sign }, { weight: 1, arbitrary: word }), {
    maxLength: 14,
  })
  .map((parts) => parts.join(''));
const grouped = fc
  .tuple(
    fc.integer({ min: -99_999_999, max: 99_999_999 }),
    fc.constantFrom(...ALL),
    fc.constantFrom('', ' €', ' kg', ' USD'),
  )
  .map(([units, language, behind]) => formatOf(language).number(units, 2) + behind);
const dates = fc.tuple(fc.integer({ min: 0, max: 60_000 }), fc.constantFrom(...ALL)).chain(([day, language]) => {
  const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
  const whole = fc.constantFrom(date, typedDate(date, language), formatOf(language).date(date));
  // Whole, cut short, or with something behind it.
  return fc
    .tuple(whole, fc.nat(12), fc.constantFrom('', '', ' 14:30', ' 2:30 PM', 'x'))
    .map(([text, cut, behind]) => (cut > 6 ? text + behind : text.slice(0, text.length - cut) + behind));
});
const anyText = fc.oneof(pieces, grouped, dates);

describe('one parser for each type', () => {
  const cases: readonly (readonly [
    type: keyof typeof TYPES,
    language: string,
    text: string,
    value: Json | undefined,
  ])[] = [
    ['day', 'en', '03 04 26', undefined],
    ['day', 'de', '03.04.26', undefined],
    ['day', 'de', '3.4.2026', '2026-04-03'],
    ['day', 'en-US', '3/4/2026', '2026-03-04'],
    ['day', 'de', '2026-04-03', '2026-04-03'],
    ['day', 'de', '27. November 2026', '2026-11-27'],
    ['day', 'en', '27 Nov 2026', '2026-11-27'],
    ['day', 'en', '31/02/2026', undefined],
    ['day', 'en', '27/11', undefined],
    ['day', 'en', '27/11/2', undefined],
    ['day', 'th', '27/11/2569', '2026-11-27'],
    ['day', 'ky', '2026-02-01', '2026-02-01'],
    ['day', 'ky', '2026-2-1', '2026-02-01'],
    ['day', 'ky', '2026-13-01', undefined],
    ['moment', 'de', '29.03.2026 02:30', undefined],
    ['moment', 'de', '29.03.2026 03:00', '2026-03-29T01:00:00.000Z'],
    ['moment', 'de', '25.10.2026 02:30', '2026-10-25T00:30:00.000Z'],
    ['moment', 'en', '27/11/2026', undefined],
    ['moment', 'en', '27/11/2026 14:30', '2026-11-27T13:30:00.000Z'],
    ['moment', 'en', '2026-11-27T14:30', '2026-11-27T13:30:00.000Z'],
    ['moment', 'en', '2026-11-27T14:30:00Z', '2026-11-27T14:30:00.000Z'],
    ['moment', 'en-US', '11/27/2026 2:30 PM', '2026-11-27T13:30:00.000Z'],
    ['start', 'en-US', '12:05 AM', '00:05'],
    ['start', 'en', '2:30 PM', undefined],
    ['start', 'en-US', '13:30 PM', undefined],
    ['price', 'de', '12,-', undefined],
    ['price', 'de', '12€50', undefined],
    ['price', 'de', '12 USD', undefined],
    ['price', 'en', '$12', undefined],
    ['price', 'en', '90 min', undefined],
    ['price', 'de', '12,50 €', '12.50'],
    ['price', 'de', '12.50', '12.50'],
    ['price', 'de', '1.234', '1234.00'],
    ['price', 'de', '1,234', undefined],
    ['price', 'en', '1.234', undefined],
    ['price', 'en', '12.500', undefined],
    ['price', 'en', '12²', undefined],
    ['price', 'en', '1２', undefined],
    ['price', 'en', '- 5', undefined],
    ['price', 'en', '5-', undefined],
    ['price', 'en', '.5', '0.50'],
    ['price', 'en', '5.', undefined],
    ['price', 'en', "1'234.50", '1234.50'],
    ['price', 'en', '1\u202f234,50', '1234.50'],
    ['price', 'en', '1 234 5', undefined],
    ['weight', 'de', '1.234', undefined],
    ['weight', 'de', '1,234', '1.234'],
    ['weight', 'de', '1,2340', '1.234'],
    ['weight', 'en', '12 kg', undefined],
    ['share', 'en', '12%', '12.00'],
    ['share', 'de', '12,5 %', '12.50'],
    ['minutes', 'en', '90 min', 90],
    ['minutes', 'en', '90 h', undefined],
    ['pieces', 'en', '1,234', 1234],
    ['pieces', 'en', '1.234', undefined],
    ['pieces', 'ar', '٣', 3],
    ['pieces', 'sat', '᱓', 3],
    ['pieces', 'en', '1\t234', undefined],
    ['pieces', 'en', '1\n234', undefined],
    ['pieces', 'en', '1\u2028234', undefined],
    ['pieces', 'en', '\t1234\n', 1234],
    ['quote', 'en', '12', undefined],
    ['quote', 'en', 'EUR', undefined],
    ['quote', 'en', '$12.50', { amount: '12.50', currency: 'USD' }],
    ['quote', 'de', '1.234,5 EUR', { amount: '1234.50', currency: 'EUR' }],
    ['quote', 'en', 'JPY 12.5', undefined],
    ['lasts', 'de', '1:30', '1 h 30 min'],
    ['lasts', 'en', '90', undefined],
    ['paid', 'de', 'ja', true],
    ['paid', 'ar', 'لا', false],
    ['paid', 'en', 'perhaps', undefined],
  ];
  for (const [type, language, text, value] of cases) {
    test(`“${text}” as ${type} in ${language} is ${value === undefined ? 'rejected' : JSON.stringify(value)}`, () => {
      assert.deepEqual(read(text, TYPES[type], language), value);
    });
  }

  test('what an input shows is read back as the same value where a language writes dates in a way that is not read', () => {
    for (const language of [
      'ky',
      'bs',
      'eu',
      'mk',
      'ee',
      'bo',
      'dz',
      'ps',
      'uz-Arab',
      'yo',
      'sat',
      'ccp',
      'fa',
      'th',
    ]) {
      for (const date of ['0999-01-02', '1582-10-10', '2024-02-29', '2026-01-02', '2026-11-27', '9999-12-31'])
        assert.equal(read(typedDate(date, language), TYPES.day, language), date, `${language} ${date}`);
      for (let hour = 0; hour < 24; hour++) {
        const instant = `2026-02-01T${String(hour).padStart(2, '0')}:05:00.000Z`;
        const text = typedInstant(instant, { language, zone });
        assert.equal(read(text, TYPES.moment, language), instant, `${language} ${text}`);
      }
    }
  });

  test('whatever a language shows is read back as the same value', () => {
    const amount = fc.integer({ min: -999_999_999, max: 999_999_999 });
    fc.assert(
      fc.property(
        fc.constantFrom(...ALL),
        amount,
        fc.integer({ min: -20_000, max: 60_000 }),
        fc.nat(1439),
        (language, units, day, minute) => {
          const format = formatOf(language);
          const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
          const instant = new Date(day * 86_400_000 + minute * 60_000).toISOString();
          for (const text of [format.date(date), typedDate(date, language), date])
            assert.equal(read(text, TYPES.day, language), date, text);
          for (const text of [
            format.instant(Date.parse(instant)),
            typedInstant(instant, { language, zone }),
            instant,
          ]) {
            const back = read(text, TYPES.moment, language);
            // The hour that the clocks show twice is the first one.
            assert.ok(
              back === instant || Date.parse(instant) - Date.parse(String(back)) === 3_600_000,
              `${language} ${text}`,
            );
          }
          const number = fieldType('decimal').write(units, TYPES.share);
          const free = { ...TYPES.share, precision: 15, unit: null };
          assert.equal(read(format.number(units, 2), free, language), number);
          for (const currency of ['EUR', 'USD', 'CHF', 'GBP', 'INR'] as const) {
            const text = format.money(units, currency);
            assert.equal(read(text, { ...TYPES.price, currency }, language), number, text);
            assert.deepEqual(read(text, TYPES.quote, language), { amount: number, currency }, text);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test('text that a call takes is never another value in an input', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom(...ALL),
        fc.constantFrom(...Object.values(TYPES)),
        (text, language, type) => {
          const field = fieldType(type.kind);
          const called = field.read(text, type, () => null);
          const typed = read(text, type, language);
          if (!('value' in called) || typed === undefined) return;
          assert.deepEqual(typed, field.write(called.value, type), `${language} ${text}`);
        },
      ),
      { numRuns: 1500 },
    );
  });

  test('what is read is a value that a call takes, and reading that again changes nothing', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom(...ALL),
        fc.constantFrom(...Object.values(TYPES)),
        (text, language, type) => {
          const value = read(text, type, language);
          if (value === undefined || value === null) return;
          const field = fieldType(type.kind);
          const called = field.read(
            value,
            'unit' in type && type.kind === 'decimal' ? { ...type, precision: 15 } : type,
            () => null,
          );
          assert.ok('value' in called, `${language} ${text} ${JSON.stringify(value)}`);
          assert.deepEqual(field.write(called.value, type), value, text);
        },
      ),
      { numRuns: 1500 },
    );
  });

  test('every letter counts: text with anything behind a value or before it is none', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...ALL), fc.constantFrom('x', ' foo', '!', '#'), (text, language, more) => {
        for (const type of Object.values(TYPES))
          for (const whole of [text + more, more + text])
            assert.equal(read(whole, type, language) ?? undefined, undefined, whole);
      }),
      { numRuns: 200 },
    );
  });
});

const columns = Object.keys(TYPES) as readonly (keyof typeof TYPES)[];

describe('a file is read as an input is', () => {
  for (const language of ['de', 'en', 'ar'])
    test(`every generated text is the same value in both, or rejected by both, in ${language}`, async (t) => {
      const server = await startServer(typedStock.replace('LANGUAGE', language));
      t.after(() => server.stop());
      const kim = await server.as('Kim');
      // Blank cells are none, and what begins with an apostrophe is how a file keeps text from being calculated with.
      const texts = fc.sample(anyText, { numRuns: 120, seed: 7 }).filter((text) => text.trim() !== '');
      const rows = texts.flatMap((text) => columns.map((column) => ({ text, column })));
      const file = rows.map(({ text, column }, index) =>
        separatedRow([`item ${index}`, ...columns.map((each) => (each === column ? text : ''))], ','),
      );
      const heading = separatedRow(['label', ...columns], ',');
      const screen = encodeURIComponent(idOf('screen', '/'));
      const { status, body, text } = await kim.post<WireImport>(
        `/_/import?screen=${screen}&do=valid`,
        heading + file.join(''),
        { 'content-type': 'text/csv' },
      );
      assert.equal(status, 200, text);
      const refused = new Map(body.refused.map((each) => [each.row, each.failures]));
      const stored = await itemsOf(kim);
      let accepted = 0;
      for (const [index, { text: cell, column }] of rows.entries()) {
        const value = read(cell, TYPES[column], language);
        const failures = refused.get(index + 1);
        const about = `${language} ${column} ${JSON.stringify(cell)}`;
        if (failures !== undefined) {
          // What is a value may still be too large for its field.
          const isRead = !failures.some(({ code }) => code === 'WRONG_TYPE');
          assert.equal(isRead, value !== undefined, about);
          continue;
        }
        assert.deepEqual(stored.get(`item ${index}`)?.[column] ?? null, value, about);
        accepted += value === null ? 0 : 1;
      }
      assert.ok(accepted > 20, `${accepted} were accepted`);
    });
});

async function itemsOf(who: Caller): Promise<ReadonlyMap<string, WirePage['items'][number]>> {
  const found = new Map<string, WirePage['items'][number]>();
  const screen = encodeURIComponent(idOf('screen', '/'));
  for (let next: string | null = ''; next !== null; ) {
    const asked: string = next === '' ? '' : `&page=${encodeURIComponent(next)}`;
    const { body } = await who.get<WirePage>(`/_/list?screen=${screen}${asked}`);
    for (const item of body.items) found.set(String(item['label']), item);
    next = body.next;
  }
  return found;
}
