import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildClient } from '../../scripts/client.ts';
import { clientMessages } from '../../src/client/languages/client-messages.ts';
import { languageFor } from '../../src/client/platform/page-language.ts';
import { directionOf } from '../../src/fields/text/direction.ts';
import { LANGUAGE_FILES } from '../../src/messages/language-files.ts';
import { readSources } from '../support/house/sources.ts';

const root = join(import.meta.dirname, '..', '..');

/** Each text by its path. */
function textsIn(part: unknown, path = ''): Map<string, unknown> {
  if (typeof part !== 'object' || part === null) return new Map([[path, part]]);
  return new Map(
    Object.entries(part).flatMap(([key, each]) => [...textsIn(each, path === '' ? key : `${path}.${key}`)]),
  );
}

/** Kept as they are: codes, what is a sign in every language, and dictionaries from English. */
const ALIKE =
  /(?:columns\.code|nounCase|\.situation$|\.status$|^engine\.(?:assumed\.names\.|signs)|filters\.incomplete)/;

/** The same in English and in one of the others. */
const SAME_WORDS: ReadonlySet<string> = new Set([
  'Name',
  'System',
  'Standard',
  'Text',
  'Filter',
  'Passkeys',
  ', ',
  '…',
  'YYYY-MM-DD',
  'YYYY-MM-DD HH:MM',
]);

const german = clientMessages('de', LANGUAGE_FILES.de);
const arabic = clientMessages('ar', LANGUAGE_FILES.ar);

const LANGUAGES = [
  { name: 'German', file: LANGUAGE_FILES.de },
  { name: 'Arabic', file: LANGUAGE_FILES.ar },
];

describe('a language of ours', () => {
  for (const { name, file } of LANGUAGES)
    test(`${name} leaves nothing in English`, () => {
      const own = textsIn(file);
      for (const [path, english] of textsIn(LANGUAGE_FILES.en)) {
        if (ALIKE.test(path)) continue;
        assert.equal(typeof own.get(path), typeof english, path);
        const isPlain = typeof english === 'string' && english !== '' && !english.includes('{');
        if (isPlain && !SAME_WORDS.has(english)) assert.notEqual(own.get(path), english, path);
      }
    });

  test('is read from right to left where it begins with a word in other letters, save in names of files', () => {
    const { inputs, import: importing } = arabic;
    assert.equal(inputs.lines.none({ plural: 'Subjob' }), '\u200fSubjob: لا شيء بعد.');
    assert.equal(inputs.lines.none({ plural: 'المهام' }), 'المهام: لا شيء بعد.');
    assert.match(importing.refusedName({ name: 'jobs' }), /^jobs-/);
  });

  test('counts as its speakers do: Arabic in six forms', () => {
    assert.deepEqual(
      [0, 1, 2, 3, 10, 11, 99, 100, 103].map((days) => arabic.trash.daysLeft({ days })),
      [
        'بقي 0 أيام',
        'بقي يوم واحد',
        'بقي يومان',
        'بقي 3 أيام',
        'بقي 10 أيام',
        'بقي 11 يومًا',
        'بقي 99 يومًا',
        'بقي 100 يوم',
        'بقي 103 أيام',
      ],
    );
  });
});

describe('the language of a page', () => {
  const page = (chosen: string | null, stated: string | null, ...browser: string[]) => {
    const { tag, ours } = languageFor({ chosen, stated, browser });
    return `${tag} ${ours}`;
  };

  test('is what the person chose, else what the document states, else what the browser asks for, else English', () => {
    assert.equal(page('ar', 'de', 'en'), 'ar ar');
    assert.equal(page(null, 'de', 'ar'), 'de de');
    assert.equal(page(null, null, 'fr-FR', 'de-AT', 'ar'), 'de de');
    assert.equal(page(null, null, 'fr-FR'), 'en en');
  });

  test('is that of the document where we do not speak it, beside the best of ours', () => {
    assert.equal(page(null, 'fr', 'de'), 'fr de');
    assert.equal(page('fr', 'de', 'ar'), 'fr de');
    assert.equal(page(null, 'fr'), 'fr en');
  });

  test('runs the way that it is written', () => {
    assert.deepEqual(['de', 'ar', 'he-IL', 'fa', 'ur', 'az-Arab', 'az', 'zz!'].map(directionOf), [
      'ltr',
      'rtl',
      'rtl',
      'rtl',
      'rtl',
      'rtl',
      'ltr',
      'ltr',
    ]);
  });
});

describe('the client', () => {
  test('has no words outside of its language files', () => {
    const found = readSources()
      .filter(({ path }) => path.startsWith('src/client/') && path.endsWith('.tsx'))
      .flatMap(({ path, code }) => [
        ...[...code.matchAll(/>([^<>{}=;()]*\p{L}{2,}[^<>{}=;()]*)<\//gu)].map(
          ([, text = '']) => `${path}: ${text.trim()}`,
        ),
        ...[...code.matchAll(/(?:aria-label|title|placeholder|label|alt)="([^"]*\p{L}{4,}[^"]*)"/gu)].map(
          ([, text = '']) => `${path}: ${text}`,
        ),
      ])
      // A key is called the same on every keyboard.
      .filter((each) => !each.endsWith('Ctrl + Enter'));
    assert.deepEqual(found, []);
  });

  test('loads no language before it is known, and then in a file that waits for no other', () => {
    assert.notEqual(buildClient(), 'failed');
    const built = join(root, 'dist', 'client');
    const assets = join(built, '_', 'assets');
    const page = readFileSync(join(built, 'index.html'), 'utf8');
    // What draws a list comes along for those who begin with one; the list has a limit of its own.
    const forAll = page.replaceAll(/<link [^>]*data-opens=[^>]*>/g, '');
    const first = [...forAll.matchAll(/"\/_\/assets\/([^"]+\.(?:js|css))"/g)].map(([, name = '']) => name);
    const weights = first.map(
      (name) => [name, gzipSync(readFileSync(join(assets, name)), { level: 9 }).length] as const,
    );
    const ours = weights.filter(([name]) => !/^(?:libraries|c)-/.test(name));
    assert.notEqual(ours.length, 0);
    const weight = ours.reduce((sum, [, size]) => sum + size, 0);
    // 16,000 bytes of them are the English texts of all screens and of the engine.
    assert.ok(weight <= 51_000, `the first page takes ${weight} bytes of ours: ${JSON.stringify(ours)}`);
    for (const name of first) {
      const text = readFileSync(join(assets, name), 'utf8');
      assert.ok(!text.includes(german.application.frame.loading), name);
      assert.ok(!text.includes(arabic.application.frame.loading), name);
    }
    for (const { application } of [german, arabic]) {
      const own = readdirSync(assets).filter(
        (name) => name.endsWith('.js') && readFileSync(join(assets, name), 'utf8').includes(application.frame.skip),
      );
      assert.equal(own.length, 1);
      // What it would import may be what waits for it.
      const text = readFileSync(join(assets, own[0] ?? ''), 'utf8');
      assert.deepEqual(text.match(/(?<!")\bimport\s*[{"'(*]|\bfrom\s*["'`]\.\//g) ?? [], []);
    }
  });
});
