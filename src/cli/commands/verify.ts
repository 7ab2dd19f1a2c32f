import { diagnose } from '../analysis/diagnose.ts';
import { type DocumentToVerify, type Rounds, runVerification } from '../analysis/verify-run.ts';
import { openSource } from '../environment/open-source.ts';
import { type Args, defineCommand, type Io } from '../program/command.ts';
import { isFinding, lineOf } from '../program/format-finding.ts';
import { reportWrongUse } from '../program/wrong-use.ts';
import { joinRounds, jsonOf, textOf } from '../reporters/verify-report.ts';

export const command = defineCommand({
  name: 'verify',
  usesData: true,
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
    'people and as a guest: lists, filters, new records, changes, events, deletions, what comes back, comments, and what',
    'time brings. Further rounds over new data look for what was not reached; what is still missing is listed with why.',
    'A document with errors is asked as far as it runs: what can’t be understood permits nothing.',
    '',
    'Ends with 0 where every answer was right, 1 where one was not or the document has errors, 2 after wrong use.',
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
    if (errors.length > 0) io.stderr(`${file}: asked as far as it can be understood; mend what is wrong with it.`);
    const exitCode = await verify({ file, text: source.text, model }, settings, args, io);
    return errors.length > 0 ? Math.max(exitCode, 1) : exitCode;
  },
});

function settingsOf(args: Args): Rounds | { readonly problem: string } {
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

async function verify(read: DocumentToVerify, { seed, rounds, now }: Rounds, args: Args, io: Io): Promise<number> {
  const showsProgress = io.isTTY && !args.flag('json') && rounds > 1;
  const all = await runVerification(read, { seed, rounds, now }, (round, { requests }) => {
    if (showsProgress && round < rounds) io.stderr(`Round ${round + 1} of ${rounds}: ${requests} requests.`);
  });
  if (all === null)
    return reportWrongUse(
      io,
      `${read.file} has no people to ask as: give the entity of its people some rows under “## Sample data”.`,
    );
  const verified = { ...read, seed, now, ...joinRounds(all) };
  io.stdout(args.flag('json') ? JSON.stringify(jsonOf(verified), null, 2) : textOf(verified, io));
  return verified.disagreements.length === 0 ? 0 : 1;
}
