import type { Diagnostic, Severity } from '../model/diagnostic.ts';
import type { Io } from './command.ts';

/** One line a finding, as editors and other programs read it: `file:line:column: severity code: message Next step.` */
export function lineOf(file: string, diagnostic: Diagnostic): string {
  const { at, severity, code, message, next } = diagnostic;
  return `${file}:${at.line}:${at.column}: ${severity} ${code}: ${oneLine(message)} ${oneLine(next)}`;
}

/** For a person at a terminal: the line of the document with the place under it, and what to do. */
export function frameOf(file: string, text: string, diagnostic: Diagnostic, colors: Io['colors']): string {
  const { at, severity, code, message, next } = diagnostic;
  const line = printable(text.split(/\r\n|\r|\n/)[at.line - 1] ?? '');
  const number = String(at.line);
  const gutter = ' '.repeat(number.length);
  const length = Math.max(1, Math.min(at.to - at.from, line.length - at.column + 1));
  const marker = `${' '.repeat(Math.max(0, at.column - 1))}${'^'.repeat(length)}`;
  return [
    `${tint(severity, colors)(`${severity} ${code}`)}  ${colors.dim(`${file}:${at.line}:${at.column}`)}`,
    `${colors.dim(`${number} │`)} ${line}`,
    `${colors.dim(`${gutter} │`)} ${tint(severity, colors)(marker)}`,
    `${gutter}   ${message}`,
    `${gutter}   ${colors.dim('→')} ${next}`,
    '',
  ].join('\n');
}

/** "2 errors, 1 warning, 9 gaps, 3 notes", or that nothing was found. */
export function summaryOf(diagnostics: readonly Diagnostic[]): string {
  const parts = SEVERITIES.flatMap((severity) => {
    const count = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`];
  });
  return parts.length === 0 ? 'nothing found' : parts.join(', ');
}

/** Errors and warnings are findings; gaps and notes are not. */
export function isFinding(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === 'error' || diagnostic.severity === 'warning';
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'gap', 'note'];

function tint(severity: Severity, colors: Io['colors']): (text: string) => string {
  if (severity === 'error') return colors.red;
  if (severity === 'warning') return colors.yellow;
  return severity === 'gap' ? colors.magenta : colors.blue;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** A document is data: its control characters are not for the terminal. */
function printable(line: string): string {
  return line.replaceAll('\t', ' ').replaceAll(/[\p{Cc}\p{Cf}]/gu, '·');
}
