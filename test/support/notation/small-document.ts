import assert from 'node:assert/strict';
import { diagnose } from '../../../src/cli/analysis/diagnose.ts';
import { startServer, type TestServer } from '../http/server.ts';
import { drive } from '../proofs/generated-drive.ts';
import { statedDocument } from './stated-document.ts';

/** What `check` says of a document, without what it leaves open: `warning effect-twice 27: message`. */
export function findings(text: string): readonly string[] {
  return diagnose(text)
    .diagnostics.filter(({ code }) => code !== 'not-shown')
    .map(({ severity, code, at, message }) => `${severity} ${code} ${at.line}: ${message}`);
}

/** The findings of one code. */
export function findingsOf(text: string, code: string): readonly string[] {
  return diagnose(text)
    .diagnostics.filter((each) => each.code === code)
    .map(({ message }) => message);
}

/** Runs a document while `work` lasts. */
export async function running(text: string, work: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await startServer(text);
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

/** Asks a running document everything as everybody, and fails where the oracle expects another answer. */
export async function agrees(text: string, seed = 1): Promise<void> {
  const { disagreements, requests } = await drive(await statedDocument(text, seed), 5);
  assert.ok(requests > 0, 'nothing was asked');
  assert.deepEqual(disagreements, []);
}
