import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { compile } from '../../src/engine/compile/compile.ts';
import type { Problem } from '../../src/engine/core/wire-format.ts';
import { refuse } from '../../src/engine/errors/error-catalogue.ts';
import { standardTextsIn } from '../../src/engine/languages/index.ts';
import type { View } from '../../src/engine/view/view.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { withoutPlaces } from '../../src/model/diff/without-places.ts';
import { translateModel } from '../../src/model/lookups/translate.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { chooseResponseLanguage } from '../../src/server/runtime/request-language.ts';
import { type Caller, exampleText, startServer } from '../support/http/server.ts';

const repairs = readFileSync(new URL('../documents/repairs.md', import.meta.url), 'utf8');

const HEAD =
  '# Specification: Boats\n\n## 3. Entities and their fields\n\n### Boat\n\n- name: text\n- berth: integer\n';
const under = (text: string) => `${HEAD}\n## Translations\n\n${text}\n`;

describe('the appendix of translations', () => {
  test('is read and printed back unchanged', () => {
    const { model, diagnostics } = readDocument(repairs);
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(
      model.translations.languages.map(({ tag }) => tag),
      ['de', 'ar'],
    );
    const text = printDocument(model);
    assert.deepEqual(withoutPlaces(readDocument(text).model), withoutPlaces(model));
    assert.equal(printDocument(readDocument(text).model), text);
  });

  test('may consist of several tables, with names in backticks and tags in any case', () => {
    const { model } = readDocument(
      under(
        '| Text | DE |\n| --- | --- |\n| `name` | Name |\n\n| Label | pt-br |\n| --- | --- |\n| berth | Vaga \\| Cais |',
      ),
    );
    assert.deepEqual(withoutPlaces(model.translations), {
      languages: [{ tag: 'de' }, { tag: 'pt-BR' }],
      texts: [
        { text: 'name', translated: [{ text: 'Name' }, { text: '' }] },
        { text: 'berth', translated: [{ text: '' }, { text: 'Vaga | Cais' }] },
      ],
    });
    assert.deepEqual(withoutPlaces(readDocument(printDocument(model)).model), withoutPlaces(model));
  });

  test('reports a column that names no language, and a paragraph that is not read', () => {
    const { diagnostics } = readDocument(
      under('Made by the harbour office.\n\n| Text | de | spoken |\n| --- | --- | --- |\n| name | Name | sung |'),
    );
    assert.deepEqual(
      diagnostics.filter(({ code }) => code === 'not-read').map(({ message }) => message),
      ['“Made by the harbour office.” is not read.', 'The column “spoken” is not read: it is not a language tag.'],
    );
  });
});

describe('a Model in another language', () => {
  const model = assume(readDocument(repairs).model);

  test('has translated texts; names, ids and expressions are unchanged', () => {
    const other = { ...translateModel(model, 'de', standardTextsIn('de').assumed), name: model.name };
    const back = JSON.parse(JSON.stringify(other), (key, value: unknown) => (READ.has(key) ? '' : value)) as unknown;
    const before = JSON.parse(JSON.stringify(model), (key, value: unknown) => (READ.has(key) ? '' : value)) as unknown;
    assert.deepEqual(back, before);
    assert.deepEqual(
      other.machines[0]?.states.map(({ name, label }) => `${name}: ${label}`),
      ['Waiting: Wartet', 'At work: In Arbeit', 'Done: Fertig'],
    );
  });

  test('labels assumed elements in that language', () => {
    const bare = assume(readDocument(under('| Text | de |\n| --- | --- |\n| Boat | Boot |\n| Boats | Boote |')).model);
    const labels = (tag: 'de' | 'ar') =>
      translateModel(bare, tag, standardTextsIn(tag).assumed)
        .screens.filter(({ entity }) => entity === 'Boat')
        .map(({ label }) => label);
    assert.deepEqual(labels('de'), ['Boote', 'Boot anlegen', 'Boot']);
    assert.deepEqual(labels('ar'), ['قائمة Boat', 'إضافة Boat', 'Boat']);
  });

  test('is the same object if there are no translations', () => {
    const plain = assume(readDocument(exampleText('expense-claims.md')).model);
    const other = translateModel(plain, 'de', standardTextsIn('de').assumed);
    for (const key of ['machines', 'rules', 'roles', 'errors', 'permissions'] as const)
      assert.ok(
        other[key].every((each, index) => (each as unknown) === plain[key][index]),
        key,
      );
  });
});

/** What people read; all else means the same in every language. */
const READ = new Set(
  ['label', 'plural', 'help', 'message', 'next', 'whenEmpty', 'purpose', 'audience', 'language', 'translations'].concat(
    'text',
  ),
);

describe('the language of an answer', () => {
  const { model } = readDocument(repairs);
  const stated = assume(model);
  const unstated = assume(readDocument(repairs.replace('- Language: en\n', '')).model);
  const french = assume(readDocument(repairs.replace('| Text | de |', '| Text | fr |')).model);
  const spoken = (of: typeof stated, page: string[], usual: string[]) => {
    const { tag, builtIn } = chooseResponseLanguage(of, { stated: page, browser: usual });
    return `${tag} ${builtIn}`;
  };

  test('is that of the page, otherwise of the document, otherwise of the browser', () => {
    assert.equal(spoken(stated, ['ar'], ['de']), 'ar ar');
    assert.equal(spoken(stated, [], ['de', 'ar']), 'en en');
    assert.equal(spoken(unstated, [], ['fr', 'de-AT', 'ar']), 'de de');
    assert.equal(spoken(unstated, [], []), 'en en');
  });

  test('is never one that neither the document nor the product has', () => {
    assert.equal(spoken(stated, ['xx-tlh', 'nowhere'], []), 'en en');
    assert.equal(spoken(stated, ['de-CH'], []), 'de de');
  });

  test('may be a language that only the document has, with the best built-in language for our texts', () => {
    assert.equal(spoken(french, ['fr'], []), 'fr en');
    assert.equal(spoken(french, ['fr', 'ar'], []), 'fr ar');
  });
});

interface Made {
  readonly id: string;
  readonly price: string;
  readonly status: string;
  readonly _: { readonly etag: string; readonly can: { readonly events?: unknown } };
}

describe('a server', () => {
  const wheel = { title: 'Wheel', customer: 'Ida', kind: 'Wheels', price: '0.00', dueOn: '2026-12-01' };
  const inGerman = { 'ninefold-language': 'de' };
  const inArabic = { 'ninefold-language': 'ar' };
  const details = (failed: Problem) => (failed.failures ?? []).map(({ pointer, message }) => `${pointer} ${message}`);

  test('refuses in the language of the page, with the document’s own texts where it has them', async (t) => {
    const server = await startServer(repairs);
    t.after(() => server.stop());
    const rami = await server.as('Rami');
    const refusedAs = async (body: unknown, headers: Record<string, string>) =>
      (await rami.post<Problem>('/api/repairs', body, headers)).body;
    assert.deepEqual(details(await refusedAs({ ...wheel, title: '' }, inGerman)), ['/title Bezeichnung fehlt.']);
    assert.deepEqual(details(await refusedAs({ ...wheel, title: '' }, inArabic)), ['/title العنوان مطلوب.']);
    assert.deepEqual(details(await refusedAs({ ...wheel, title: '' }, {})), ['/title Title is required.']);
    const dear = await refusedAs({ ...wheel, price: '901.00' }, inGerman);
    assert.equal(dear.code, 'TOO_DEAR');
    assert.equal(dear.detail, 'Für eine Reparatur werden höchstens 900,00\u00a0€ genommen.');
    assert.equal(dear.next, 'Teilen Sie sie auf.');
    assert.equal(dear.title, 'Ungültig');
    const wrong = await refusedAs({ ...wheel, dueOn: 'soon' }, inGerman);
    assert.deepEqual(details(wrong), ['/dueOn Bitte eingeben: ein Datum wie 2026-11-27.']);
  });

  test('stores the same values whatever the language of the request', async (t) => {
    const server = await startServer(repairs);
    t.after(() => server.stop());
    const rami = await server.as('Rami');
    const made = await rami.post<Made>('/api/repairs', wheel, inArabic);
    assert.equal(made.status, 201, made.text);
    const { body } = await rami.get<Made>(`/api/repairs/${made.body.id}`);
    assert.deepEqual([body.price, body.status], ['0.00', 'Waiting']);
    const begun = (headers: Record<string, string>) =>
      rami.post<Problem>(`/api/repairs/${made.body.id}/begin`, {}, { ...headers, 'if-match': body._.etag });
    assert.equal((await begun(inGerman)).body.detail, 'Voraussetzung für „Beginnen“: Preis > 0,00\u00a0€.');
    assert.equal((await begun(inArabic)).body.detail, 'شرط «ابدأ العمل»: السعر > \u200f0.00\u00a0€.');
    assert.equal((await begun({})).body.detail, 'Begin work needs price is more than 0.');
  });

  test('returns the View with translated labels and the available languages', async (t) => {
    const server = await startServer(repairs);
    t.after(() => server.stop());
    const rami = await server.as('Rami');
    const viewIn = async (headers: Record<string, string>) =>
      (await rami.get<{ view: View }>('/_/app', headers)).body.view;
    const [plain, other] = [await viewIn({}), await viewIn(inGerman)];
    assert.deepEqual(plain.product, {
      name: 'Bicycle repairs',
      language: 'en',
      zone: 'Europe/Berlin',
      languages: ['en', 'de', 'ar'],
    });
    assert.equal(other.product.name, 'Fahrradwerkstatt');
    assert.equal(other.product.language, 'de');
    assert.deepEqual(new Set(other.product.languages), new Set(['en', 'de', 'ar']));
    assert.deepEqual(other.navigation.map(({ label }) => label).slice(0, 2), ['Alle Reparaturen', 'An der Werkbank']);
    assert.deepEqual(other.model.translations.texts, []);
    assert.notEqual(other.hash, plain.hash);
  });

  test('uses the language of a document that is not in English', async (t) => {
    const own = await startServer(repairs.replace('Language: en', 'Language: de'));
    t.after(() => own.stop());
    const rami: Caller = await own.as('Rami');
    const refused = await rami.post<Problem>('/api/repairs', { ...wheel, title: '' });
    assert.deepEqual(details(refused.body), ['/title Bezeichnung fehlt.']);
    assert.equal((await rami.get<Problem>('/api/nothing')).body.title, 'Nicht gefunden');

    const english = await startServer(repairs);
    t.after(() => english.stop());
    const { runtime } = english;
    for (const headers of [{}, { 'accept-language': 'de' }, { 'ninefold-language': 'en' }])
      assert.equal(runtime.versionFor(new Request('http://localhost/', { headers })), runtime.current());
    const asked = () => runtime.versionFor(new Request('http://localhost/', { headers: inGerman }));
    assert.equal(asked(), asked(), 'a language is prepared once');
  });

  test('the page requests the application in the language in which it will be answered', async (t) => {
    const unstated = await startServer(repairs.replace('- Language: en\n', ''));
    t.after(() => unstated.stop());
    for (const [accepted, expected] of [
      ['de-AT, en;q=0.5', 'de de'],
      ['ar', 'ar ar'],
      ['is', 'en en'],
    ] as const) {
      const headers = { accept: 'text/html', 'accept-language': accepted };
      const { text } = await unstated.guest.get<string>('/', headers);
      assert.equal(/<link rel="preload" [^>]*href="\/_\/app"[^>]*data-language="([^"]*)"/.exec(text)?.[1], expected);
      const answer = await unstated.guest.get('/_/app', { 'accept-language': accepted });
      assert.equal(answer.headers.get('content-language'), expected.split(' ')[0]);
    }
  });
});

test('an error catalogue entry that repeats a standard text is shown in the person’s language', () => {
  const rows = (message: string) => `| NOT_MET | 409 | ${message} | |`;
  const catalogue = (message: string) =>
    `${HEAD}\n## 8. Errors\n\n| Code | HTTP | Message | Next |\n| --- | --- | --- | --- |\n${rows(message)}\n`;
  const said = (message: string) => {
    const { model } = readDocument(catalogue(message));
    const app = compile(
      translateModel(assume(model), 'de', standardTextsIn('de').assumed),
      'boats',
      standardTextsIn('de'),
    );
    return refuse(app, 'NOT_MET', { event: 'Abgeben', condition: 'bei allen Schritten: Fertig' }).message;
  };
  assert.equal(said('{event} needs {condition}.'), 'Voraussetzung für „Abgeben“: bei allen Schritten: Fertig.');
  assert.equal(said('Not before {condition}.'), 'Not before bei allen Schritten: Fertig.');
});
