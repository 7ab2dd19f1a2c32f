import type { Diagnostic, Severity } from '../../model/types/diagnostic.ts';
import type { Place } from '../../model/types/element.ts';
import type { Io } from '../program/command.ts';
import type { Reporter, ReporterOptions } from './reporter.ts';
import { printable, widthOf, wrapped } from './wrap-text.ts';

/** For people: a title, the line with the place marked, what is wrong, who is affected, and what to do. */
export const frameReporter: Reporter = (documents, look) =>
  documents
    .flatMap(({ file, text, diagnostics }) => {
      const lines = text.split(/\r\n|\r|\n/);
      return diagnostics.map((diagnostic) => frameOf(file, lines, diagnostic, look));
    })
    .join('\n');

/** Formats one finding. `lines`: the lines of the document. */
export function frameOf(file: string, lines: readonly string[], diagnostic: Diagnostic, look: ReporterOptions): string {
  const { severity, code, message, next, witness, at, also } = diagnostic;
  const { colors, width } = look;
  const others = also.filter(({ line }) => line !== at.line).map(({ line }) => line);
  const shown = [at.line, ...others].map(String);
  const gutter = ' '.repeat(Math.max(...shown.map((number) => number.length)));
  return [
    `${tint(severity, colors)(colors.bold(severity))}${colors.bold(`: ${code}`)}`,
    `${gutter} ${colors.dim(`┌─ ${file}:${at.line}:${at.column}`)}`,
    `${gutter} ${colors.dim('│')}`,
    ...excerpt(lines, at, gutter, severity, look),
    ...others.slice(0, MOST_OTHERS).flatMap((line) => context(lines, line, gutter, look)),
    '',
    ...wrapped(message, width),
    ...(witness === null ? [] : ['', ...wrapped(witness, width - 2).map((line) => `  ${line}`)]),
    '',
    ...wrapped(next, width - 2).map((line, index) => `${index === 0 ? colors.cyan('→') : ' '} ${line}`),
    '',
  ].join('\n');
}

const MOST_OTHERS = 3;

export function tint(severity: Severity, colors: Io['colors']): (text: string) => string {
  if (severity === 'error') return colors.red;
  if (severity === 'warning') return colors.yellow;
  return severity === 'gap' ? colors.magenta : colors.blue;
}

/** Returns the line of a finding, cut to the width of the screen, with a mark below the place. */
function excerpt(
  lines: readonly string[],
  at: Place,
  gutter: string,
  severity: Severity,
  { colors, width }: ReporterOptions,
): string[] {
  const lineText = lines[at.line - 1] ?? '';
  const start = Math.min(at.column - 1, lineText.length);
  const end = Math.max(start, Math.min(start + (at.to - at.from), lineText.length));
  const { text, from } = cut(lineText, start, end, width - gutter.length - 3);
  const before = printable(text.slice(0, start - from));
  const marked = printable(text.slice(start - from, end - from));
  const carets = '^'.repeat(Math.max(1, widthOf(marked)));
  return [
    `${colors.dim(`${String(at.line).padStart(gutter.length)} │`)} ${printable(text)}`,
    `${gutter} ${colors.dim('│')} ${' '.repeat(widthOf(before))}${tint(severity, colors)(carets)}`,
  ];
}

/** Returns another line that belongs to the finding. */
function context(lines: readonly string[], line: number, gutter: string, { colors, width }: ReporterOptions): string[] {
  const { text } = cut(lines[line - 1] ?? '', 0, 0, width - gutter.length - 3);
  return [
    `${gutter} ${colors.dim('·')}`,
    `${colors.dim(`${String(line).padStart(gutter.length)} │`)} ${printable(text)}`,
  ];
}

/** Cuts a line to `room` characters around the marked part. `from` is the position of the result in the line. */
function cut(line: string, start: number, end: number, room: number): { readonly text: string; readonly from: number } {
  const most = Math.max(room, 20);
  if (widthOf(line) <= most) return { text: line, from: 0 };
  const length = Math.min(end - start, most - 2);
  const from = Math.max(0, Math.min(start - Math.floor((most - length) / 2), line.length - most));
  const lineText = from > 0 && /[\uDC00-\uDFFF]/.test(line.charAt(from)) ? from - 1 : from;
  const text = line.slice(lineText, lineText + most);
  const head = lineText > 0 ? `…${text.slice(1)}` : text;
  return { text: lineText + most < line.length ? `${head.slice(0, -1)}…` : head, from: lineText };
}
