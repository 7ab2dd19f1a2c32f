import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { PresentPerson } from '../../../src/server/runtime/publish-presence.ts';
import { type Caller, origin, type TestServer } from './server.ts';

export interface LiveEvent {
  readonly event: string;
  readonly data: { readonly entity?: string; readonly id?: string; readonly people?: readonly PresentPerson[] };
}

/** The events of one connection, one after the other; the first is `hello`. `tab`: what its page calls itself. */
export async function listen(
  t: TestContext,
  server: Pick<TestServer, 'fetch'>,
  caller: Pick<Caller, 'cookie'>,
  tab = '',
  leaving?: AbortSignal,
): Promise<() => Promise<LiveEvent>> {
  const url = `${origin}/_/live${tab === '' ? '' : `?tab=${tab}`}`;
  const request = new Request(url, { headers: { cookie: caller.cookie }, signal: leaving ?? null });
  const answer = await server.fetch(request, { address: '127.0.0.1' });
  assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  const reader = answer.body?.getReader();
  assert.ok(reader);
  t.after(() => reader.cancel());
  // The signal alone is not enough: a request that nobody holds any more may hear of no abort.
  leaving?.addEventListener('abort', () => void reader.cancel());
  const decoder = new TextDecoder();
  let text = '';
  return async () => {
    for (;;) {
      const found = /^event: (.*)\ndata: (.*)\n\n/m.exec(text);
      if (found !== null) {
        text = text.slice(found.index + found[0].length);
        return { event: found[1] ?? '', data: JSON.parse(found[2] ?? '') };
      }
      const step = await reader.read();
      if (step.done) return { event: 'end', data: {} };
      text += decoder.decode(step.value, { stream: true });
    }
  };
}
