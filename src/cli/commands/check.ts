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
  about: 'Check documents for gaps, contradictions and errors.',
  options: [
    {
      flag: '--reporter <name>',
      about: `The output format: ${[...reporters.keys()].join(', ')}. By default: default on a terminal, github in a GitHub workflow, else concise.`,
    },
    {
      flag: '--gaps',
      about: 'List only the gaps: what depends on each, who is affected, what applies until then, what to write.',
    },
    {
      flag: '--flows',
      about: 'List only information flows: values that a role may not read but that decide something it notices.',
    },
    { flag: '--error-on-gaps', about: 'Exit with 1 if there are gaps, too.' },
    { flag: '--fix', about: 'Apply the proposed fixes, then report what remains.' },
    { flag: '--watch', about: 'Check again whenever a file is saved.' },
    { flag: '--no-clear-screen', about: 'With --watch, keep earlier output on the screen.' },
  ],
  more: [
    'The file name - means standard input. Findings go to stdout, counts and progress to stderr.',
    '',
    'Exits with 0 if there are only gaps and notes, 1 if there is an error or a warning, 2 after wrong use.',
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
  if (gaps && flows) return { wrong: 'Use either --gaps or --flows.' };
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
  if (piped && settings.fix) return { wrong: 'Piped text can’t be fixed in place. Use --fix with a file.' };
  if (piped && settings.watch) return { wrong: 'Piped text can’t be watched. Use --watch with a file.' };
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
    io.stderr('Watching for changes. Press Ctrl+C to stop.');
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
      io.stderr(`${now.problem} Using its last version until then.`);
    }
  };
  const look = () => void recheck();
  const watchers = sources.map(({ path }) => watchFile(path ?? '', look, look));
  report();
  await io.untilStopped();
  for (const each of watchers) each.close();
  return 0;
}
