import type { Diagnostic, Severity } from '../../model/types/diagnostic.ts';

/**
 * Formats a finding as one line that editors and other programs can parse: `file:line:column: severity code: message
 * Next step.`
 */
export function lineOf(file: string, diagnostic: Diagnostic): string {
  const { at, severity, code, message, next } = diagnostic;
  return `${file}:${at.line}:${at.column}: ${severity} ${code}: ${oneLine(message)} ${oneLine(next)}`;
}

/** Returns a summary such as "2 errors, 1 warning, 9 gaps, 3 notes", or "nothing found". */
export function summaryOf(diagnostics: readonly Diagnostic[]): string {
  const counts = countsOf(diagnostics);
  const parts = SEVERITIES.flatMap((severity) => {
    const count = counts[severity];
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`];
  });
  return parts.length === 0 ? 'nothing found' : parts.join(', ');
}

/** Counts diagnostics by severity. */
export function countsOf(diagnostics: readonly Diagnostic[]): Record<Severity, number> {
  const counts = { error: 0, warning: 0, gap: 0, note: 0 };
  for (const { severity } of diagnostics) counts[severity] += 1;
  return counts;
}

/** Returns whether a diagnostic makes `check` fail: errors and warnings do, gaps and notes do not. */
export function isFinding(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === 'error' || diagnostic.severity === 'warning';
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'gap', 'note'];

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
