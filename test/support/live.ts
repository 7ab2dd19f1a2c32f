import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Caller, origin, type TestServer } from './server.ts';

export interface LiveEvent {
  readonly event: string;
  readonly data: { readonly entity?: string; readonly id?: string };
}

/** The events of one connection, one after the other; the first is `hello`. */
export async function listen(t: TestContext, server: TestServer, caller: Caller): Promise<() => Promise<LiveEvent>> {
  const answer = await server.fetch(new Request(`${origin}/_/live`, { headers: { cookie: caller.cookie } }), {
    address: '127.0.0.1',
  });
  assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  const reader = answer.body?.getReader();
  assert.ok(reader);
  t.after(() => reader.cancel());
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
