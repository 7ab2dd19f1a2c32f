import { compile } from '../../src/engine/compile/compile.ts';
import { createSamples } from '../../src/engine/sample/load-samples.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { newId } from '../../src/server/core/new-id.ts';
import type { Disagreement } from '../../src/verify/drive/send-request.ts';
import {
  GENERATED_NOW,
  type GeneratedDocument,
  generateDocument,
} from '../../src/verify/generate/generate-document.ts';
import { onStore, openEmpty } from '../support/database/each-store.ts';
import { testPostgres } from '../support/database/postgres.ts';
import { exampleText } from '../support/http/server.ts';
import { JUDGED, statedDocument } from '../support/notation/stated-document.ts';
import { type DriveOptions, drive } from '../support/proofs/generated-drive.ts';
import { defineProof } from './proof.ts';

/** One in so many requests goes through a socket. */
const SOCKET_EVERY = 50;

export const proof = defineProof({
  id: 'P1',
  promise:
    'The server answers as the oracle does, which shares no code with it: every call, role, state, owner and field, of generated documents and of examples, on SQLite and on PostgreSQL, one request in fifty through a socket.',
  unit: 'generated documents, each on both databases and beside an example',
  counts: { short: 100, full: 1_000 },
  stretch: 10,
  async run(seed, count) {
    const failures: string[] = [];
    const asked = { requests: 0 };
    for (let at = seed; at < seed + count; at++) {
      for (const on of ['SQLite', 'PostgreSQL'] as const) {
        const { requests, disagreements } = await driven(generated(at), on);
        asked.requests += requests;
        failures.push(...disagreements.map((each) => `document ${at} on ${on}: ${told(each)}`));
      }
      const example = JUDGED[at % JUDGED.length] ?? '';
      const on = at % 2 === 0 ? 'SQLite' : 'PostgreSQL';
      const { requests, disagreements } = await driven(await statedDocument(exampleText(example), at), on);
      asked.requests += requests;
      failures.push(...disagreements.map((each) => `${example}, seed ${at}, on ${on}: ${told(each)}`));
    }
    const { what } = await testPostgres();
    return { done: count, failures, figures: { 'requests of the last stretch': asked.requests, PostgreSQL: what } };
  },
});

/** Every other one with rules and effects that read what a write changes at other records, where its sample data fits these. */
function generated(seed: number): GeneratedDocument {
  const document = generateDocument(seed, seed % 2 === 1);
  const { problems } = createSamples(compile(readDocument(document.text).model, ''), GENERATED_NOW, () =>
    newId(GENERATED_NOW),
  );
  return problems.some(({ severity }) => severity === 'error') ? generateDocument(seed) : document;
}

const told = ({ who, request, differences }: Disagreement): string =>
  `${who} asked ${JSON.stringify(request)}: ${differences.join('; ')}`;

async function driven(document: GeneratedDocument, on: 'SQLite' | 'PostgreSQL') {
  const options: DriveOptions = { socketEvery: SOCKET_EVERY };
  if (on === 'SQLite') return drive(document, 3, options);
  const { store, done } = await onStore(on, openEmpty);
  try {
    return await drive(document, 3, { ...options, store });
  } finally {
    await done();
  }
}
