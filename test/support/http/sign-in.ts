import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { addPerson } from '../../../src/server/auth/add-person.ts';
import type { Letter } from '../../../src/server/core/mail.ts';
import { nodePasswords } from '../../../src/server/node/passwords.ts';
import type { RuntimeOptions } from '../../../src/server/runtime/runtime.ts';
import { exampleText, startServer, type TestServer } from './server.ts';

/** As quick as argon2id gets: what these tests show does not hang on how dear a hash is. */
export const quick = nodePasswords({ memory: 8, passes: 1, parallelism: 1 });
export const secure = 'https://claims.example.org';
export const minute = 60_000;

/** A product in production, at an address of its own, and letters that nobody sends. */
export interface World extends TestServer {
  readonly letters: Letter[];
  readonly send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>;
  /** A person with a password. */
  readonly person: (signIn: string, role: string, password?: string) => Promise<void>;
}

/** `isMailed`: e-mail can be sent; `beside`: what else is set up. */
export async function production(
  t: TestContext,
  {
    isMailed = true,
    ...beside
  }: Pick<RuntimeOptions, 'passwords' | 'provider' | 'passkeys' | 'origin'> & { readonly isMailed?: boolean } = {},
  text = exampleText('expense-claims.md'),
): Promise<World> {
  const letters: Letter[] = [];
  const mail = async (letter: Letter) => void letters.push(letter);
  const server = await startServer(text, {
    dev: false,
    production: { passwords: quick, origin: secure, ...(isMailed && { mail }), ...beside },
  });
  t.after(server.stop);
  const send: World['send'] = (method, path, body, headers = {}) => {
    const sent = { 'content-type': 'application/json', ...headers };
    const init: RequestInit =
      body === undefined ? { method, headers } : { method, headers: sent, body: JSON.stringify(body) };
    return server.fetch(new Request(`http://127.0.0.1:4900${path}`, init), { address: '10.0.0.1' });
  };
  const person: World['person'] = async (signIn, role, password = 'correct horse battery') => {
    const values = new Map([
      ['name', signIn.split('@')[0] ?? ''],
      ['role', role],
    ]);
    const added = await addPerson(server.runtime, secure, signIn, values);
    assert.ok(added.added, JSON.stringify(added));
    const answer = await send('POST', '/_/link/password', { link: linkIn(added.link), password });
    assert.equal(answer.status, 204, await answer.text());
  };
  return { ...server, letters, send, person };
}

export const linkIn = (text: string): string => /#link=([0-9a-f]{64})/.exec(text)?.[1] ?? '';
/** The first cookie that an answer sets, as a browser sends it back. */
export const cookieIn = (answer: Response): string => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

/** Signs in with a password. */
export async function cookieOf({ send }: World, name: string, password = 'correct horse battery'): Promise<string> {
  const answer = await send('POST', '/_/sign-in', { name, password });
  assert.equal(answer.status, 204);
  return cookieIn(answer);
}

/** Whom the server takes a request for. */
export const whoIs = async ({ send }: World, headers: Record<string, string>): Promise<string | null> => {
  const { person } = (await (await send('GET', '/_/session', undefined, headers)).json()) as {
    person: { title: string } | null;
  };
  return person?.title ?? null;
};
