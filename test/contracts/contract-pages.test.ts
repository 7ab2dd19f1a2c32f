import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { operationsIn } from '../../src/export/openapi/shared-responses.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { SHOP } from '../support/contracts/shop.ts';
import { startServer, type TestServer } from '../support/http/server.ts';

const KEYS = '- Names: snake_case\n- OpenAPI: /openapi.json\n- Documentation: /docs';
const served = SHOP.replace('- Names: snake_case', KEYS).replace(
  'TOO_LITTLE | 409 | That is too little.',
  'TOO_LITTLE | 409 | That is <b>too</b> little.',
);

describe('the contract that the application serves', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer(served);
  });
  after(() => server.stop());

  test('is the exported OpenAPI document, for guests too', async () => {
    const { status, body, headers } = await server.guest.get('/openapi.json');
    assert.equal(status, 200);
    assert.deepEqual(body, JSON.parse(JSON.stringify(openApiOf(server.runtime.current().compiled))));
    const etag = headers.get('etag') ?? '';
    assert.equal((await server.guest.get('/openapi.json', { 'if-none-match': etag })).status, 304);
  });

  test('is a page without scripts that lists every call, and marks the assumed ones', async () => {
    const { status, text, headers } = await server.guest.get('/docs', { accept: 'text/html' });
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    const nonce = /style-src 'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '-';
    assert.ok(text.includes(`<style nonce="${nonce}">`));
    assert.ok(!text.includes('<script') && !text.includes('<b>'));
    const operations = operationsIn(openApiOf(server.runtime.current().compiled));
    for (const { operationId } of operations) assert.ok(text.includes(`id="${operationId}"`), operationId);
    const assumed = operations.filter(({ tags }) => tags.includes('Assumed'));
    assert.equal(text.split('<span class="assumed">').length - 1, assumed.length);
  });

  test('is served nowhere if the document does not state where', async () => {
    const silent = await startServer(SHOP);
    try {
      assert.equal((await silent.guest.get('/openapi.json')).status, 410);
    } finally {
      await silent.stop();
    }
  });

  test('its keys are printed as they are read, and paths with parameters are not read', () => {
    const { model } = readDocument(served);
    assert.deepEqual([model.api.openApi, model.api.documentation], ['/openapi.json', '/docs']);
    assert.deepEqual(readDocument(printDocument(model)).model.api, model.api);
    for (const path of ['docs', '/', '/_/docs', '/docs/:id', '/docs?x=']) {
      const read = readDocument(SHOP.replace('- Names: snake_case', `- Documentation: ${path}`));
      assert.equal(read.model.api.documentation, null, path);
      assert.ok(
        read.diagnostics.some((each) => JSON.stringify(each).includes('path without parameters')),
        path,
      );
    }
  });
});
