import { flowsOf } from '../../checks/information-flow/information-flows.ts';
import { contextOf } from '../../checks/runner/run.ts';
import { watchFile } from '../../server/node/watch.ts';
import { fixSources } from '../analysis/apply-fixes.ts';
import { diagnose, withSampleDiagnostics } from '../analysis/diagnose.ts';
import { gapsOf } from '../analysis/gap-report.ts';
import { openSource, openSources, type Source } from '../environment/open-source.ts';
import { type Args, defineCommand, type Io } from '../program/command.ts';
import { isFinding, summaryOf } from '../program/format-finding.ts';
import { reportWrongUse } from '../program/wrong-use.ts';
import { flowList } from '../reporters/flows.ts';
import { gapList } from '../reporters/gaps.ts';
import { reporters } from '../reporters/index.ts';
import type { CheckedDocument, Reporter, ReporterOptions } from '../reporters/reporter.ts';
import { screenWidth } from '../reporters/width.ts';

export const command = defineCommand({
  name: 'check',
  usage: '<...files>',
  about: 'Says what documents leave open, contradict or can’t mean, each with its place and what to do.',
  options: [
    {
      flag: '--reporter <name>',
      about: `How to say it: ${[...reporters.keys()].join(', ')}. Usually default for a person, github in a GitHub workflow, else concise.`,
    },
    {
      flag: '--gaps',
      about: 'Only what is not shown: what hangs on it, who notices, what holds meanwhile, what to write.',
    },
    {
      flag: '--flows',
      about: 'Only by which ways a value that a role may not read decides something that the role notices.',
    },
    { flag: '--error-on-gaps', about: 'End with 1 where something is not shown, too.' },
    { flag: '--fix', about: 'Make the changes that findings propose, then say what remains.' },
    { flag: '--watch', about: 'Check again whenever a file is saved, until stopped.' },
    { flag: '--no-clear-screen', about: 'With --watch, leave what was said before on the screen.' },
  ],
  more: [
    'A file called - is what comes through the pipe. Findings go to stdout, counts and progress to stderr.',
    '',
    'Ends with 0 where there are gaps and notes at most, 1 where there is an error or a warning, 2 after wrong use.',
  ].join('\n'),
  async run(args, io) {
    const settings = settingsFrom(args, io);
    if ('wrong' in settings) return reportWrongUse(io, settings.wrong);
    const sources = await openSources(args.positional, io);
    if ('problem' in sources) return reportWrongUse(io, sources.problem);
    if (!settings.watch) return checkAll(sources, settings, io);
    return await watch(sources, settings, io);
  },
});

interface Settings {
  readonly reporter: Reporter;
  readonly gaps: boolean;
  readonly flows: boolean;
  readonly errorOnGaps: boolean;
  readonly fix: boolean;
  readonly watch: boolean;
  readonly clearScreen: boolean;
}

function settingsFrom(args: Args, io: Io): Settings | { readonly wrong: string } {
  const gaps = args.flag('gaps');
  const flows = args.flag('flows');
  if (gaps && flows) return { wrong: 'Ask for --gaps or for --flows, not for both at once.' };
  const name = args.text('reporter') ?? defaultReporter(io);
  const reporter = reporters.get(name);
  if (reporter === undefined)
    return { wrong: `There is no reporter "${name}"; there are ${[...reporters.keys()].join(', ')}.` };
  const isForPerson = name === 'default' || args.text('reporter') === undefined;
  const list = gaps ? gapList : flows ? flowList : null;
  const settings = {
    reporter: isForPerson && list !== null ? list : reporter,
    gaps,
    flows,
    errorOnGaps: args.flag('error-on-gaps'),
    fix: args.flag('fix'),
    watch: args.flag('watch'),
    clearScreen: args.flag('clear-screen'),
  };
  const piped = args.positional.includes('-');
  if (piped && settings.fix)
    return { wrong: 'What comes through a pipe can’t be changed in place. Give --fix a file.' };
  if (piped && settings.watch) return { wrong: 'What comes through a pipe never changes. Give --watch a file.' };
  return settings;
}

/** Returns the default reporter: `default` on a terminal, `github` in a GitHub workflow, else `concise`. */
function defaultReporter({ isTTY, env }: Io): string {
  if (isTTY) return 'default';
  return env['GITHUB_ACTIONS'] === 'true' ? 'github' : 'concise';
}

/** Checks the documents after applying fixes if requested, prints the report and returns the exit code. */
function checkAll(sources: readonly Source[], settings: Settings, io: Io): number {
  const fixed = settings.fix ? fixSources(sources, io) : { sources, failed: false };
  const documents = fixed.sources.map((source) => checkedOf(source, settings));
  const look: ReporterOptions = { colors: io.colors, width: screenWidth(io), errorOnGaps: settings.errorOnGaps };
  const text = settings.reporter(documents, look);
  if (text !== '') io.stdout(text);
  for (const { file, diagnostics } of documents) io.stderr(`${file}: ${summaryOf(diagnostics)}.`);
  const all = documents.flatMap(({ diagnostics }) => diagnostics);
  const gaps = settings.errorOnGaps && all.some(({ severity }) => severity === 'gap');
  return fixed.failed || gaps || all.some(isFinding) ? 1 : 0;
}

function checkedOf(source: Source, only: Pick<Settings, 'gaps' | 'flows'>): CheckedDocument {
  const { name, text } = source;
  const { model, diagnostics } = withSampleDiagnostics(diagnose(text));
  const about = { file: name, text, gaps: null, flows: null };
  if (only.flows) {
    const hiddenFlows = diagnostics.filter(({ code }) => code === 'hidden-flows');
    return { ...about, diagnostics: hiddenFlows, flows: flowsOf(contextOf(model)) };
  }
  if (!only.gaps) return { ...about, diagnostics };
  const gaps = gapsOf(model, diagnostics);
  return { ...about, diagnostics: gaps.map(({ finding }) => finding), gaps };
}

/** Checks all files again whenever one is saved, until stopped. Returns 0. */
async function watch(first: readonly Source[], settings: Settings, io: Io): Promise<number> {
  let sources = first;
  const report = () => {
    if (io.isTTY && settings.clearScreen) io.stdout('\u001b[2J\u001b[3J\u001b[H');
    checkAll(sources, settings, io);
    io.stderr('Checks again on each save. Stop it with Ctrl+C.');
  };
  const missing = new Set<string>();
  const recheck = async () => {
    const read = await Promise.all(sources.map(async (old) => ({ old, now: await openSource(old.name, io) })));
    const next = read.map(({ old, now }) => ('problem' in now ? old : now));
    const isUnchanged = next.every(({ text }, index) => text === sources[index]?.text);
    const hasReturned = read.filter(({ old, now }) => !('problem' in now) && missing.delete(old.name)).length > 0;
    sources = next;
    if (!isUnchanged || hasReturned) report();
    for (const { old, now } of read) {
      if (!('problem' in now) || missing.has(old.name)) continue;
      missing.add(old.name);
      io.stderr(`${now.problem} Until then it is taken as it was.`);
    }
  };
  const look = () => void recheck();
  const watchers = sources.map(({ path }) => watchFile(path ?? '', look, look));
  report();
  await io.untilStopped();
  for (const each of watchers) each.close();
  return 0;
}
