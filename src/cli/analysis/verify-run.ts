import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleFile } from '../../engine/sample/sample-file.ts';
import type { Model } from '../../model/types/model.ts';
import { createHttpApplication } from '../../server/application/http-application.ts';
import { nodePasswords } from '../../server/node/passwords.ts';
import { createRuntime, type LogEntry } from '../../server/runtime/runtime.ts';
import { openSqlite } from '../../store/sqlite/sqlite-store.ts';
import { worldOf } from '../../verify/drive/records.ts';
import { statedDocument } from '../../verify/drive/stated-document.ts';
import { type DriveOptions, type DriveResult, drive, hasPeople } from '../../verify/plans/drive.ts';
import { recordsIn, subjectOf } from '../environment/running-subject.ts';
import { diagnose } from './diagnose.ts';
import { isComplete } from './verify-lines.ts';

/** Passwords are hashed as fast as possible: they protect nobody here. */
const QUICK_HASH = { memory: 8, passes: 1, parallelism: 1 };

/** A document to verify. */
export interface DocumentToVerify {
  readonly file: string;
  readonly text: string;
  readonly model: Model;
}

export interface VerifyOptions {
  readonly seed: number;
  readonly rounds: number;
  readonly now: number;
  /** Maximum number of people who send the same request; absent: all of them. */
  readonly mostPrincipals?: number;
}

/** Maximum number of additional rounds that look for what was not reached. */
const MOST_FURTHER = 2;

/**
 * Runs all rounds, each with data of its own. Returns null if there is nobody to sign in as. `onRound` is called after
 * each round.
 */
export async function runVerification(
  read: DocumentToVerify,
  rounding: VerifyOptions,
  onRound: (round: number, done: DriveResult) => void = () => undefined,
): Promise<readonly DriveResult[] | null> {
  const { seed, rounds, now, mostPrincipals } = rounding;
  const all: DriveResult[] = [];
  const isDone = (): boolean =>
    all.some(({ disagreements }) => disagreements.length > 0) || isComplete(read.model, all);
  for (let round = 0; round < rounds + MOST_FURTHER; round += 1) {
    if (round >= rounds && isDone()) break;
    const before = all.at(-1)?.coverage ?? null;
    const effort = {
      before: round < rounds ? null : before,
      ...(mostPrincipals === undefined ? {} : { mostPrincipals }),
    };
    const done = await runRound(read, seed + round, now, effort);
    if (done === null) return null;
    all.push(done);
    onRound(round, done);
  }
  return all;
}

/** A round ends after this many wrong answers: one fault usually causes many. */
const MOST_WRONG = 10;

async function runRound(
  { text, model }: DocumentToVerify,
  seed: number,
  now: number,
  effort: DriveOptions,
): Promise<DriveResult | null> {
  const resources = new AsyncDisposableStack();
  try {
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-verify-'));
    resources.defer(() => rmSync(folder, { recursive: true, force: true }));
    const store = await openSqlite({ folder });
    resources.defer(() => store.close());
    const clock = { now };
    const logged: LogEntry[] = [];
    const log = (entry: LogEntry) => void logged.push(entry);
    const passwords = nodePasswords(QUICK_HASH);
    const runtime = await createRuntime({
      text,
      store,
      dev: true,
      clock: () => clock.now,
      read: diagnose,
      log,
      passwords,
    });
    resources.defer(() => runtime.close());
    const document = statedDocument(text, model, await worldOf(recordsIn(store), model), seed, sampleFile);
    const subject = subjectOf({ runtime, store, fetch: createHttpApplication(runtime), logged, clock, socket: null });
    return (await hasPeople(document, subject)) ? await drive(document, subject, MOST_WRONG, effort) : null;
  } finally {
    await resources.disposeAsync();
  }
}
