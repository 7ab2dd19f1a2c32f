import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WireImport } from '../../src/engine/core/wire-format.ts';
import { standardTextsIn } from '../../src/engine/languages/index.ts';
import { parseText } from '../../src/fields/parse/parse-text.ts';
import { type Expected, expectedInEnglish } from '../../src/fields/text/expected.ts';
import { BUILT_IN_LANGUAGES } from '../../src/messages/languages.ts';
import { idOf } from '../../src/model/types/element.ts';
import { textFormat, textFormatKinds } from '../../src/model/types/text-formats.ts';
import type { Type } from '../../src/model/types/types.ts';
import { typedStock } from '../support/documents/typed-stock.ts';
import { startServer } from '../support/http/server.ts';

/** Whatever a value can be asked to be, each once or in each of its forms. The compiler holds the names to the type. */
const SAID: Readonly<Record<Expected['is'], readonly Expected[]>> = {
  date: [{ is: 'date', example: '27.11.2026' }],
  'date and time': [{ is: 'date and time', example: '27.11.2026, 14:30' }],
  time: [{ is: 'time', example: '09:30' }],
  duration: [{ is: 'duration', example: '1 h 30 min' }],
  'text format': textFormatKinds.map(
    (format) => ({ is: 'text format', name: textFormat(format).name, example: 'ana@example.com' }) as const,
  ),
  'whole number': [
    { is: 'whole number', example: '12', unit: null },
    { is: 'whole number', example: '12', unit: 'min' },
  ],
  number: [0, 1, 2].flatMap((scale) =>
    [true, false].map((isScaled) => ({ is: 'number', example: '12', unit: 'kg', scale, isScaled }) as const),
  ),
  amount: ['EUR', null].flatMap((currency) =>
    [true, false].map((isScaled) => ({ is: 'amount', example: '12,50', currency, scale: 2, isScaled }) as const),
  ),
  'one of two numbers': [{ is: 'one of two numbers', numbers: ['1234', '1,2340'] }],
  multiple: [{ is: 'multiple', of: 5 }],
  step: [{ is: 'step', from: 2, by: 5 }],
  form: [{ is: 'form', form: 'A-1' }],
  text: [{ is: 'text' }],
  'one line': [{ is: 'one line' }],
  'no control characters': [{ is: 'no control characters' }],
  'no broken characters': [{ is: 'no broken characters' }],
  'no heaped marks': [{ is: 'no heaped marks' }],
  'yes or no': [{ is: 'yes or no' }],
  'currency that exists': [{ is: 'currency that exists' }],
  choice: [{ is: 'choice' }],
  choices: [{ is: 'choices' }],
  role: [{ is: 'role' }],
  roles: [{ is: 'roles' }],
  'list entry': [{ is: 'list entry' }],
  record: [{ is: 'record' }],
  records: [{ is: 'records' }],
  texts: [{ is: 'texts' }],
  lines: [{ is: 'lines' }],
  file: [{ is: 'file' }],
  files: [{ is: 'files' }],
  'files with their content': [{ is: 'files with their content' }],
  nothing: [{ is: 'nothing' }],
  'sent as': (['boolean', 'number', 'decimal', 'money', 'list', 'objects', 'ids', 'file'] as const).map(
    (json) => ({ is: 'sent as', json }) as const,
  ),
};

/** Values that are no text of people: braces of JSON, names of codes, and what a value that is not there leaves behind. */
const RAW = /[{}[\]"]|\bundefined\b|\bnull\b|\[object|[A-Z]{3,}_[A-Z]+/;

describe('messages about unreadable values', () => {
  for (const language of BUILT_IN_LANGUAGES)
    test(`exist in ${language} for every expected kind of value, without JSON or codes`, () => {
      for (const expected of Object.values(SAID).flat()) {
        const said = standardTextsIn(language).expected(expected);
        assert.ok(said.length > 1, expected.is);
        if (language !== 'en') assert.notEqual(said, expectedInEnglish(expected));
        // What only programs are told names the JSON that they are to send.
        if (expected.is !== 'sent as') assert.doesNotMatch(said, RAW);
      }
    });

  const types: readonly Type[] = [
    { kind: 'integer', min: null, max: null, step: null, unit: 'kg' },
    { kind: 'decimal', precision: 9, scale: 3, min: null, max: null, unit: '%' },
    { kind: 'money', currency: 'JPY', scale: 0, min: null, max: null },
    { kind: 'money', currency: 'EUR', scale: 2, min: null, max: null },
    { kind: 'money', currency: null, scale: 2, min: null, max: null },
    { kind: 'date' },
    { kind: 'date and time' },
    { kind: 'time' },
    { kind: 'duration' },
  ];
  for (const language of [
    'en',
    'en-US',
    'de',
    'de-CH',
    'fr',
    'ar',
    'ar-EG',
    'fa',
    'hi',
    'ja',
    'ko',
    'th',
    'hu',
    'bg',
    'fi',
  ])
    test(`contain a valid example, in ${language}`, () => {
      const place = { language, zone: 'Europe/Berlin' };
      for (const type of types) {
        const parsed = parseText('?', type, place);
        assert.ok('expected' in parsed && 'example' in parsed.expected, type.kind);
        assert.ok('value' in parseText(parsed.expected.example, type, place), parsed.expected.example);
      }
    });

  test('the numbers suggested for an ambiguous number are valid', () => {
    const type = { kind: 'decimal', precision: 12, scale: 3, min: null, max: null, unit: null } as const;
    for (const language of ['en', 'de', 'ar-EG', 'fr']) {
      for (const text of ['1.234', '-1,234', '12,500']) {
        const parsed = parseText(text, type, { language, zone: 'UTC' });
        if ('value' in parsed) continue;
        assert.ok(parsed.expected.is === 'one of two numbers');
        for (const number of parsed.expected.numbers)
          assert.ok('value' in parseText(number, type, { language, zone: 'UTC' }), `${language} ${number}`);
      }
    }
  });

  for (const [language, says] of [
    ['de', /^Bitte eingeben: /],
    ['ar', /^المطلوب هنا: /],
  ] as const)
    test(`exist for every column of a file in ${language}, without English or JSON`, async (t) => {
      const server = await startServer(typedStock.replace('LANGUAGE', language));
      t.after(() => server.stop());
      const kim = await server.as('Kim');
      const columns = [
        'pieces',
        'minutes',
        'share',
        'weight',
        'price',
        'quote',
        'day',
        'moment',
        'start',
        'lasts',
        'paid',
        'parts',
      ];
      const heading = ['label', ...columns, 'maker', 'makers'].join(',');
      const screen = encodeURIComponent(idOf('screen', '/'));
      const file = `${heading}\nx,${columns.map(() => 'what?').join(',')},nobody,"nobody, none"`;
      const { body } = await kim.post<WireImport>(`/_/import?screen=${screen}&do=check`, file, {
        'content-type': 'text/csv',
      });
      const failures = body.refused[0]?.failures ?? [];
      assert.deepEqual(new Set(failures.map(({ column }) => column)), new Set([...columns, 'maker', 'makers']));
      for (const { column, message, next = '' } of failures) {
        assert.doesNotMatch(`${message} ${next}`, RAW, message);
        if (columns.includes(column ?? '')) assert.match(message, says);
        assert.doesNotMatch(`${message} ${next}`, /\b(?:such|must|the|Enter|Correct|There)\b/, message);
      }
    });
});
