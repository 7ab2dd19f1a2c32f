import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Model } from '../model/model.ts';
import { createApp } from '../server/app.ts';
import { createRuntime, type LogEntry } from '../server/runtime.ts';
import { openSqlite } from '../store/sqlite.ts';
import { type Drive, drive, isAsked } from '../verify/drive/drive.ts';
import { worldOf } from '../verify/drive/records.ts';
import { statedDocument } from '../verify/drive/stated.ts';
import { type Args, defineCommand, type Io } from './command.ts';
import { diagnose } from './diagnose.ts';
import { isFinding, lineOf } from './report.ts';
import { openSource } from './source.ts';
import { recordsIn, subjectOf } from './subject.ts';
import { joined, jsonOf, textOf } from './verify-report.ts';
import { wrong } from './wrong-use.ts';

export const command = defineCommand({
  name: 'verify',
  usage: '<file>',
  about: 'Runs a document, asks it everything as everybody, and says where it answers otherwise than the document.',
  options: [
    { flag: '--seed <number>', about: 'Asks by other chance (default 1). The same seed and --now ask the same.' },
    { flag: '--rounds <number>', about: 'Goes on with the next seeds, each over new data (default 1).' },
    { flag: '--now <moment>', about: 'What the clock shows at first: 2026-08-14T10:00:00Z (default: now).' },
    { flag: '--json', about: 'One document of JSON on stdout, and nothing else.' },
  ],
  more: [
    'What is right is worked out from the document alone, by a second reading of its meaning that shares nothing with',
    'what runs it. It is asked over data of its own, which are those of the document and gone afterwards, as each of its',
    'people: lists, filters, new records, changes, events, deletions, what comes back, comments, and what time brings.',
    'A document with errors is asked as far as it runs: what can’t be understood permits nothing.',
    '',
    'Ends with 0 where every answer was right, 1 where one was not or the document has errors, 2 after wrong use.',
  ].join('\n'),
  async run(args, io) {
    const settings = settingsOf(args);
    if ('problem' in settings) return wrong(io, settings.problem);
    const [file = ''] = args.positional;
    const source = await openSource(file, io);
    if ('problem' in source) return wrong(io, source.problem);
    const { model, diagnostics } = diagnose(source.text);
    const errors = diagnostics.filter((each) => each.severity === 'error' && isFinding(each));
    for (const each of errors) io.stderr(lineOf(file, each));
    if (errors.length > 0) io.stderr(`${file}: asked as far as it can be understood; mend what is wrong with it.`);
    const ended = await verify({ file, text: source.text, model }, settings, args, io);
    return errors.length > 0 ? Math.max(ended, 1) : ended;
  },
});

interface Settings {
  readonly seed: number;
  readonly rounds: number;
  readonly now: number;
}

function settingsOf(args: Args): Settings | { readonly problem: string } {
  const [seed, rounds] = ['seed', 'rounds'].map((name) => Number(args.text(name) ?? '1'));
  if (seed === undefined || !Number.isSafeInteger(seed) || seed < 0)
    return { problem: `--seed takes a whole number, and not ${args.text('seed')}.` };
  if (rounds === undefined || !Number.isSafeInteger(rounds) || rounds < 1 || rounds > MOST_ROUNDS)
    return { problem: `--rounds takes a whole number from 1 to ${MOST_ROUNDS}, and not ${args.text('rounds')}.` };
  const stated = args.text('now');
  const now = stated === undefined ? Date.now() : Date.parse(stated);
  if (Number.isNaN(now)) return { problem: `--now takes a moment such as 2026-08-14T10:00:00Z, and not ${stated}.` };
  return { seed, rounds, now };
}

const MOST_ROUNDS = 1_000;
/** Answers that are otherwise beyond which a round ends: what is wrong once is mostly wrong often. */
const MOST_WRONG = 10;

interface Read {
  readonly file: string;
  readonly text: string;
  readonly model: Model;
}

async function verify(read: Read, { seed, rounds, now }: Settings, args: Args, io: Io): Promise<number> {
  const all: Drive[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const done = await asked(read, seed + round, now);
    if (done === null)
      return wrong(
        io,
        `${read.file} has no people to ask as: give the entity of its people some rows under “## Sample data”.`,
      );
    all.push(done);
    if (io.isTTY && !args.flag('json') && rounds > 1)
      io.stderr(`Round ${round + 1} of ${rounds}: ${done.requests} requests.`);
  }
  const verified = { ...read, seed, now, ...joined(all) };
  io.stdout(args.flag('json') ? JSON.stringify(jsonOf(verified), null, 2) : textOf(verified, io));
  return verified.disagreements.length === 0 ? 0 : 1;
}

/** One round, over data of its own; null where nobody is there to ask as. */
async function asked({ text, model }: Read, seed: number, now: number): Promise<Drive | null> {
  const begun = new AsyncDisposableStack();
  try {
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-verify-'));
    begun.defer(() => rmSync(folder, { recursive: true, force: true }));
    const store = await openSqlite({ folder });
    begun.defer(() => store.close());
    const clock = { now };
    const logged: LogEntry[] = [];
    const log = (entry: LogEntry) => void logged.push(entry);
    const runtime = await createRuntime({ text, store, dev: true, clock: () => clock.now, read: diagnose, log });
    begun.defer(() => runtime.close());
    const document = statedDocument(text, model, await worldOf(recordsIn(store), model), seed);
    const subject = subjectOf({ runtime, store, fetch: createApp(runtime), logged, clock, socket: null });
    return (await isAsked(document, subject)) ? await drive(document, subject, MOST_WRONG) : null;
  } finally {
    await begun.disposeAsync();
  }
}
