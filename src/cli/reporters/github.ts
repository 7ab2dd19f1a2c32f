import type { Severity } from '../../model/types/diagnostic.ts';
import { type Extent, extentsIn } from './extent.ts';
import type { Reporter } from './reporter.ts';

/** GitHub workflow commands, which annotate the lines in a pull request. */
export const github: Reporter = (documents) =>
  documents
    .flatMap(({ file, text, diagnostics }) => {
      const extentOf = extentsIn(text);
      return diagnostics.map(({ severity, code, message, next, witness, at }) => {
        const body = [message, witness, next].filter((part) => part !== null && part !== '').join('\n\n');
        return `::${LEVELS[severity]} ${properties(file, code, extentOf(at))}::${escaped(body)}`;
      });
    })
    .join('\n');

const LEVELS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  gap: 'notice',
  note: 'notice',
};

/** Returns the properties of an annotation. GitHub accepts columns only if the finding is on one line. */
function properties(file: string, code: string, { line, column, endLine, endColumn }: Extent): string {
  const columns = line === endLine ? [`col=${column}`, `endColumn=${Math.max(column, endColumn - 1)}`] : [];
  const all = [`file=${property(file)}`, `line=${line}`, `endLine=${endLine}`, ...columns, `title=${property(code)}`];
  return all.join(',');
}

const escaped = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string) => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
