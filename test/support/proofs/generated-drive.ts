import { subjectOf } from '../../../src/cli/environment/running-subject.ts';
import { serve } from '../../../src/server/node/serve.ts';
import type { Store } from '../../../src/store/core/store.ts';
import { GENERATED_NOW, type GeneratedDocument } from '../../../src/verify/generate/generate-document.ts';
import { type DriveResult, drive as driveSubject } from '../../../src/verify/plans/drive.ts';
import { startServer } from '../http/server.ts';

export type { DriveResult } from '../../../src/verify/plans/drive.ts';

export interface DriveOptions {
  /** The server runs over this one, which whoever opened it closes; without it over a folder of its own. */
  readonly store?: Store;
  /** One in so many requests goes through a socket; without it none does. */
  readonly socketEvery?: number;
}

/** Runs a document and asks it everything, as everybody. Stops early where `most` answers were wrong. */
export async function drive(
  document: GeneratedDocument,
  most: number,
  options: DriveOptions = {},
): Promise<DriveResult> {
  const { store, socketEvery: every } = options;
  const server = await startServer(document.text, { now: GENERATED_NOW, ...(store === undefined ? {} : { store }) });
  const serving = every === undefined ? null : await serve({ fetch: server.fetch, port: 0 });
  try {
    const socket = serving === null || every === undefined ? null : { url: serving.url, every };
    // What is reached is the business of `verify`: here it is asked whether answers are right.
    return await driveSubject(document, subjectOf({ ...server, socket }), most, { walks: 0 });
  } finally {
    await serving?.stop();
    await server.stop();
  }
}
