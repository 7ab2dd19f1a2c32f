import { deepEqual } from 'node:assert/strict';
import { restoreCan } from '../src/engine/core/restore-can.ts';
import type { Serving } from './child.ts';

type Json = { readonly [name: string]: unknown };

/** Two servers that are to be compared must answer the same: fields, labels, and what the person can do, by code. */
export async function assertAgree(
  what: string,
  ours: { readonly server: Serving; readonly path: string; readonly cookie: string },
  theirs: { readonly server: Serving; readonly path: string; readonly cookie: string },
): Promise<void> {
  const [mine, other] = await Promise.all([answerOf(ours), answerOf(theirs)]);
  deepEqual(plain(mine), plain(other), `${what}: the two servers answer differently.`);
}

async function answerOf({ server, path, cookie }: Parameters<typeof assertAgree>[1]): Promise<Json> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    headers: { cookie, accept: 'application/json' },
  });
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  return restoreCan(await answer.json()) as Json;
}

/** Without what each server makes its own way: tags, cursors, the words of refusals, and when the row was put there. */
function plain(body: Json): unknown {
  const { items, total } = body;
  if (!Array.isArray(items)) return plainRecord(body);
  return { total, items: items.map((item) => plainRecord(item as Json)) };
}

function plainRecord({ _: info, createdAt: _when, ...fields }: Json): unknown {
  const { title, labels, can } = info as { title: string; labels: Json; can: Json };
  return { fields: sorted(fields), title, labels: { owner: labels['owner'] }, can: codes(can) };
}

function codes(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  const { code } = value as Json;
  if (typeof code === 'string') return code;
  return sorted(Object.fromEntries(Object.entries(value).map(([name, part]) => [name, codes(part)])));
}

const sorted = (value: Json): Json => Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
