import { type Gap, isOfReader } from '../analysis/gap-report.ts';
import type { Reporter, ReporterOptions } from './reporter.ts';
import { wrapped } from './wrap-text.ts';

/** For people: each gap with what depends on it and what to write. */
export const gapList: Reporter = (documents, look) =>
  documents.flatMap(({ file, gaps }) => (gaps ?? []).map((gap) => gapText(file, gap, look))).join('\n');

function gapText(file: string, gap: Gap, { colors, width }: ReporterOptions): string {
  const { finding, noticedBy, assumed, write } = gap;
  const toDo = isOfReader(finding) ? IN_PLACE : (finding.next.split('\n')[0] ?? '');
  const title = `${colors.magenta(colors.bold('gap'))}${colors.bold(`: ${finding.element ?? finding.code}`)}`;
  const part = (name: string, lines: readonly string[]) =>
    lines.map((line, index) => `  ${colors.dim((index === 0 ? name : '').padEnd(LEFT))}${line}`.trimEnd());
  const room = width - LEFT - 2;
  const noticed = [
    ...counted('screen', noticedBy.screens),
    ...counted('role', noticedBy.roles),
    ...counted('call', noticedBy.calls),
  ];
  const meanwhile = assumed.map(({ code, about }) => `${code}: ${about}`);
  return [
    `${title}  ${colors.dim(`${file}:${finding.at.line}:${finding.at.column}`)}`,
    ...part('Gap', wrapped(finding.message, room)),
    ...part(
      'Noticed by',
      (noticed.length === 0 ? ['nobody'] : noticed).flatMap((line) => wrapped(line, room)),
    ),
    ...part(
      'Meanwhile',
      (meanwhile.length === 0 ? [gap.meanwhile] : meanwhile).flatMap((line) => wrapped(line, room)),
    ),
    ...part('To do', wrapped(toDo, room)),
    ...(write === '' ? [] : part('Write', write.split('\n'))),
    '',
  ].join('\n');
}

const LEFT = 12;

const IN_PLACE = 'Replace the words that say that it is not shown.';

const MOST = 6;

function counted(word: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > MOST ? ` and ${names.length - MOST} more` : '';
  return [`${names.length} ${word}${names.length === 1 ? '' : 's'}: ${names.slice(0, MOST).join(', ')}${more}`];
}
