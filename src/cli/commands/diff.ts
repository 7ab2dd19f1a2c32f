import { type Change, type ChangeKind, differenceOf } from '../../model/diff/compare-models.ts';
import { type Place, POINT_TITLES, type Point } from '../../model/types/element.ts';
import type { Model } from '../../model/types/model.ts';
import { migrationsBetween } from '../analysis/migration-report.ts';
import { openModel } from '../environment/open-model.ts';
import { type Args, defineCommand, type Io } from '../program/command.ts';
import { reportWrongUse } from '../program/wrong-use.ts';
import { screenWidth } from '../reporters/width.ts';
import { printable, wrapped } from '../reporters/wrap-text.ts';

export const command = defineCommand({
  name: 'diff',
  usage: '<old> <new>',
  about: 'Compare what two documents mean: who may now do what, and what is new, removed or renamed.',
  options: [{ flag: '--json', about: 'Print one JSON document.' }],
  more: [
    'A document is Markdown or the JSON of a Model (.json). - means standard input, REVISION:FILE a version in Git:',
    '',
    '  ninefold diff HEAD:orders.md orders.md',
    '',
    'Lines with ! say what a change does to stored data.',
    'Exits with 0 if both mean the same, 1 if they differ, 2 after wrong use.',
  ].join('\n'),
  async run(args, io) {
    const [one = '', other = ''] = args.positional;
    if (one === '-' && other === '-') return reportWrongUse(io, 'Only one of the two documents can be standard input.');
    const old = await openModel(one, io);
    if ('problem' in old) return reportWrongUse(io, old.problem);
    const now = await openModel(other, io);
    if ('problem' in now) return reportWrongUse(io, now.problem);
    const changes = changesBetween(old.model, now.model);
    printChanges(changes, { old: one, new: other }, args, io);
    return changes.length === 0 ? 0 : 1;
  },
});

/** A change and what it requires of stored data; null if nothing. */
interface ChangeWithMigration extends Change {
  readonly migration: string | null;
}

function changesBetween(old: Model, now: Model): readonly ChangeWithMigration[] {
  const migrationOf = migrationsBetween(old, now);
  return differenceOf(old, now).map((change) => ({ ...change, migration: migrationOf(change) }));
}

/** The output of `--json`. Later versions may add members; members are never renamed or removed within one `format`. */
export interface JsonDifference {
  readonly format: 1;
  readonly old: string;
  readonly new: string;
  readonly changes: readonly (Omit<ChangeWithMigration, 'at'> & {
    readonly at: { readonly before: Line | null; readonly after: Line | null };
  })[];
}

type Line = Pick<Place, 'line' | 'column'>;

function printChanges(
  changes: readonly ChangeWithMigration[],
  files: { readonly old: string; readonly new: string },
  args: Args,
  io: Io,
): void {
  if (args.flag('json')) io.stdout(JSON.stringify(reportOf(changes, files), null, 2));
  else if (changes.length === 0) io.stderr('Both mean the same.');
  else {
    const points = [...Map.groupBy(changes, ({ point }) => point)];
    io.stdout(points.map(([point, own]) => grouped(point, own, io)).join('\n\n'));
    const withMigration = changes.filter(({ migration }) => migration !== null).length;
    io.stderr(
      `${count(changes.length, 'change')}${withMigration === 0 ? '' : `, ${withMigration} of them for stored data`}.`,
    );
  }
}

function reportOf(
  changes: readonly ChangeWithMigration[],
  files: { readonly old: string; readonly new: string },
): JsonDifference {
  const lines = changes.map((change) => ({
    ...change,
    at: { before: lineOf(change.at.before), after: lineOf(change.at.after) },
  }));
  return { format: 1, ...files, changes: lines };
}

const lineOf = (place: Place | null): Line | null =>
  place === null ? null : { line: place.line, column: place.column };

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;

function grouped(point: Point | null, changes: readonly ChangeWithMigration[], io: Io): string {
  const title = point === null ? 'General' : `${point}. ${POINT_TITLES[point]}`;
  return [io.colors.bold(title), ...changes.flatMap((change) => lines(change, io))].join('\n');
}

const MARKS: Readonly<Record<ChangeKind, string>> = {
  added: '+',
  removed: '-',
  renamed: '=',
  changed: '~',
  widened: '>',
  narrowed: '<',
};

function lines({ kind, message, migration }: ChangeWithMigration, io: Io): string[] {
  const colors: Readonly<Record<ChangeKind, (text: string) => string>> = {
    added: io.colors.green,
    removed: io.colors.red,
    renamed: io.colors.blue,
    changed: io.colors.cyan,
    widened: io.colors.yellow,
    narrowed: io.colors.yellow,
  };
  const width = screenWidth(io) - 6;
  const [first = '', ...rest] = wrapped(printable(message), width);
  return [
    `  ${colors[kind](MARKS[kind])} ${first}`,
    ...rest.map((line) => `    ${line}`),
    ...(migration === null
      ? []
      : wrapped(migration, width - 2).map(
          (line, index) => `    ${index === 0 ? io.colors.magenta('!') : ' '} ${line}`,
        )),
  ];
}
