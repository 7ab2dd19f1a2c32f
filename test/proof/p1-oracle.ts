import { generateDocument } from '../../src/verify/generate.ts';
import { drive } from '../support/generated-drive.ts';
import { defineProof } from './proof.ts';

export const proof = defineProof({
  id: 'P1',
  promise:
    'The server answers as the oracle does, which shares no code with it: every call, role, state, owner and field.',
  unit: 'generated documents',
  counts: { short: 100, full: 1_000 },
  stretch: 10,
  async run(seed, count) {
    const failures: string[] = [];
    const asked = { requests: 0 };
    for (let at = seed; at < seed + count; at++) {
      const { requests, disagreements } = await drive(generateDocument(at), 3);
      asked.requests += requests;
      for (const { who, request, differences } of disagreements)
        failures.push(`document ${at}: ${who} asked ${JSON.stringify(request)}: ${differences.join('; ')}`);
    }
    return { done: count, failures, figures: { 'requests of the last stretch': asked.requests } };
  },
});
