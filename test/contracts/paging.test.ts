import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { startServer, type TestServer } from '../support/http/server.ts';
import { tracker } from './tracker.ts';

interface Issue {
  readonly id: string;
  readonly title: string;
}

type Json = Readonly<Record<string, unknown>>;

const titles = (items: unknown): string[] => (items as readonly Issue[]).map(({ title }) => title);

describe('the pages of a list call', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer(tracker);
  });
  after(() => server.stop());

  const get = async (path: string) => {
    const got = await (await server.as('Ada')).get<Json>(path);
    assert.equal(got.status, 200, JSON.stringify(got.body));
    return got;
  };
  const refused = async (path: string) => {
    const { status, body } = await (await server.as('Ada')).get<Json>(path);
    assert.equal(status, 400, JSON.stringify(body));
    return body['code'];
  };
  const pathOf = (url: unknown): string => {
    const { pathname, search } = new URL(String(url));
    return pathname + search;
  };

  test('by offset, with links to the next and the previous page', async () => {
    const { body } = await get('/by/offset');
    assert.equal(body['count'], 4);
    assert.deepEqual(titles(body['results']), ['Alpha', 'Beta']);
    assert.equal(body['previous'], null);
    assert.equal(pathOf(body['next']), '/by/offset?offset=2');
    const second = (await get(pathOf(body['next']))).body;
    assert.deepEqual(titles(second['results']), ['Delta', 'Gamma']);
    assert.equal(second['next'], null);
    assert.equal(pathOf(second['previous']), '/by/offset?offset=0');
    assert.deepEqual(titles((await get('/by/offset?offset=1&limit=3')).body['results']), ['Beta', 'Delta', 'Gamma']);
    assert.deepEqual(titles((await get('/by/offset?offset=9')).body['results']), []);
  });

  test('refuses offsets and sizes that are no numbers, too large or repeated', async () => {
    for (const query of ['offset=-1', 'offset=x', 'offset=10001', 'limit=0', 'limit=4', 'limit=x', 'offset=1&offset=2'])
      assert.equal(await refused(`/by/offset?${query}`), 'UNREADABLE', query);
    for (const query of ['page=1', 'total=exact', 'cursor=x'])
      assert.equal(await refused(`/by/offset?${query}`), 'UNKNOWN_PARAMETER', query);
  });

  test('by the number of the page, with the headers Link and X-Total-Count', async () => {
    const { body, headers } = await get('/by/page');
    assert.deepEqual(titles(body['data']), ['Alpha', 'Beta', 'Delta']);
    assert.deepEqual(body['meta'], { page: 1, pages: 2, size: 3, more: true });
    assert.equal(headers.get('x-total-count'), '4');
    const links = headers.get('link') ?? '';
    assert.match(links, /<http[^>]*\/by\/page\?page=2>; rel="next", <[^>]*page=2>; rel="last"/);
    const second = await get('/by/page?page=2&per_page=500');
    assert.deepEqual(titles(second.body['data']), ['Gamma']);
    assert.deepEqual(second.body['meta'], { page: 2, pages: 2, size: 3, more: false });
    assert.match(
      second.headers.get('link') ?? '',
      /per_page=500&page=1>; rel="prev", <[^>]*\?per_page=500&page=1>; rel="first"/,
    );
    assert.equal(await refused('/by/page?page=0'), 'UNREADABLE');
    assert.equal(await refused('/by/page?page=999999'), 'UNREADABLE');
  });

  test('by the id of the record before or after the page', async () => {
    const first = (await get('/by/id?limit=2')).body;
    assert.deepEqual(titles(first['data']), ['Alpha', 'Beta']);
    assert.equal(first['has_more'], true);
    const second = (await get(`/by/id?limit=2&starting_after=${first['last']}`)).body;
    assert.deepEqual(titles(second['data']), ['Delta', 'Gamma']);
    assert.equal(second['has_more'], false);
    const back = (await get(`/by/id?limit=1&ending_before=${second['first']}`)).body;
    assert.deepEqual(titles(back['data']), ['Beta']);
    assert.equal(back['has_more'], true);
    assert.deepEqual(titles((await get(`/by/id?ending_before=${first['first']}`)).body['data']), []);
    assert.equal(await refused('/by/id?starting_after=nothing'), 'UNREADABLE');
    assert.equal(await refused('/by/id?starting_after=00000000-0000-0000-0000-000000000000'), 'UNREADABLE');
    assert.equal(await refused(`/by/id?starting_after=${first['last']}&ending_before=${first['last']}`), 'UNREADABLE');
  });

  test('by cursor under the name that the contract has', async () => {
    const first = (await get('/by/cursor')).body;
    assert.deepEqual(titles(first['data']), ['Gamma', 'Delta', 'Beta']);
    const second = (await get(`/by/cursor?cursor=${first['cursor']}`)).body;
    assert.deepEqual(titles(second['data']), ['Alpha']);
    assert.equal(second['cursor'], null);
    assert.equal(await refused('/by/cursor?cursor=x'), 'UNREADABLE');
    assert.equal(await refused('/by/cursor?limit=1'), 'UNKNOWN_PARAMETER', 'the size of the page is fixed');
  });

  test('all records at once', async () => {
    assert.deepEqual(titles((await get('/all')).body), ['Alpha', 'Beta', 'Delta', 'Gamma']);
    assert.equal(await refused('/all?page=1'), 'UNKNOWN_PARAMETER');
  });

  test('of whole records', async () => {
    const first = (await get('/whole?size=3')).body;
    assert.deepEqual(titles(first['items']), ['Alpha', 'Beta', 'Delta']);
    assert.equal(first['next'], '1');
    assert.deepEqual(titles((await get('/whole?size=3&p=1')).body['items']), ['Gamma']);
  });

  test('are printed as they are read', () => {
    const printed = printDocument(readDocument(tracker).model);
    for (const line of [
      '- Paging: offset offset, limit',
      '- Paging: page page, per_page',
      '- Paging: page p from 0, size',
      '- Paging: after starting_after, before ending_before, limit',
      '- Paging: cursor cursor',
      '- Paging: none',
      '- Page size: 2',
      '- Largest page: 3, cut',
      '- Sort: -title',
      '- Headers: Link, X-Total-Count = total',
    ])
      assert.ok(printed.includes(`${line}\n`), line);
  });
});
