import { diagnose } from '../analysis/diagnose.ts';
import { type DocumentToVerify, runVerification, type VerifyOptions } from '../analysis/verify-run.ts';
import { openSource } from '../environment/open-source.ts';
import { type Args, defineCommand, type Io } from '../program/command.ts';
import { isFinding, lineOf } from '../program/format-finding.ts';
import { reportWrongUse } from '../program/wrong-use.ts';
import { joinRounds, jsonOf, textOf } from '../reporters/verify-report.ts';

export const command = defineCommand({
  name: 'verify',
  usesData: true,
  usage: '<file>',
  about: 'Run a document, send it generated requests as each person, and report answers that contradict it.',
  options: [
    { flag: '--seed <number>', about: 'The random seed (default 1). The same seed and --now send the same requests.' },
    { flag: '--rounds <number>', about: 'The number of rounds, each with the next seed and new data (default 1).' },
    { flag: '--now <moment>', about: 'The initial time, such as 2026-08-14T10:00:00Z (default: now).' },
    { flag: '--json', about: 'Print one JSON document.' },
  ],
  more: [
    'The right answers are computed from the document alone, by an independent evaluator that shares no code with the',
    'server. The server runs with temporary data made from the document. Requests are sent as each of its people and as a',
    'guest: lists, filters, new records, changes, events, deletions, restores, comments and the passing of time. Further',
    'rounds with new data try to reach what was not reached; the rest is listed with reasons.',
    'A document with errors is verified as far as it runs: what is not understood permits nothing.',
    '',
    'Exits with 0 if every answer was right, 1 if one was wrong or the document has errors, 2 after wrong use.',
  ].join('\n'),
  async run(args, io) {
    const settings = settingsOf(args);
    if ('problem' in settings) return reportWrongUse(io, settings.problem);
    const [file = ''] = args.positional;
    const source = await openSource(file, io);
    if ('problem' in source) return reportWrongUse(io, source.problem);
    const { model, diagnostics } = diagnose(source.text);
    const errors = diagnostics.filter((each) => each.severity === 'error' && isFinding(each));
    for (const each of errors) io.stderr(lineOf(file, each));
    if (errors.length > 0)
      io.stderr(`${file}: verified as far as it can be understood. Fix its errors for a complete result.`);
    const exitCode = await verify({ file, text: source.text, model }, settings, args, io);
    return errors.length > 0 ? Math.max(exitCode, 1) : exitCode;
  },
});

function settingsOf(args: Args): VerifyOptions | { readonly problem: string } {
  const [seed, rounds] = ['seed', 'rounds'].map((name) => Number(args.text(name) ?? '1'));
  if (seed === undefined || !Number.isSafeInteger(seed) || seed < 0)
    return { problem: `--seed must be a whole number, not ${args.text('seed')}.` };
  if (rounds === undefined || !Number.isSafeInteger(rounds) || rounds < 1 || rounds > MOST_ROUNDS)
    return { problem: `--rounds must be a whole number from 1 to ${MOST_ROUNDS}, not ${args.text('rounds')}.` };
  const stated = args.text('now');
  const now = stated === undefined ? Date.now() : Date.parse(stated);
  if (Number.isNaN(now)) return { problem: `--now must be a time such as 2026-08-14T10:00:00Z, not ${stated}.` };
  return { seed, rounds, now };
}

const MOST_ROUNDS = 1_000;

async function verify(
  read: DocumentToVerify,
  { seed, rounds, now }: VerifyOptions,
  args: Args,
  io: Io,
): Promise<number> {
  const showsProgress = io.isTTY && !args.flag('json') && rounds > 1;
  const all = await runVerification(read, { seed, rounds, now }, (round, { requests }) => {
    if (showsProgress && round < rounds) io.stderr(`Round ${round + 1} of ${rounds}: ${requests} requests.`);
  });
  if (all === null)
    return reportWrongUse(
      io,
      `${read.file} has no people to sign in as: add rows of its people’s entity under “## Sample data”.`,
    );
  const verified = { ...read, seed, now, ...joinRounds(all) };
  io.stdout(args.flag('json') ? JSON.stringify(jsonOf(verified), null, 2) : textOf(verified, io));
  return verified.disagreements.length === 0 ? 0 : 1;
}
