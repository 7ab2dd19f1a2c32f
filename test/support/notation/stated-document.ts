import { recordsIn } from '../../../src/cli/environment/running-subject.ts';
import { worldOf } from '../../../src/verify/drive/records.ts';
import { statedDocument as statedBy } from '../../../src/verify/drive/stated-document.ts';
import { GENERATED_NOW, type GeneratedDocument } from '../../../src/verify/generate/generate-document.ts';
import { startServer } from '../http/server.ts';

/** The examples, all of which the oracle judges. */
export const JUDGED: readonly string[] = [
  ...['seed.md', 'expense-claims.md', 'tasks.md', 'invoices.md', 'lending.md', 'helpdesk.md'],
];

/** A document that somebody wrote, with what may be sent to what runs it. */
export async function statedDocument(text: string, seed: number): Promise<GeneratedDocument> {
  const server = await startServer(text, { now: GENERATED_NOW });
  try {
    const { model } = server.runtime.current();
    return statedBy(text, model, await worldOf(recordsIn(server.store), model), seed);
  } finally {
    await server.stop();
  }
}
