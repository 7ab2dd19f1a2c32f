import { lineOf } from '../program/format-finding.ts';
import type { Reporter } from './reporter.ts';

/** One line per finding, as compilers print them and editors parse them. */
export const concise: Reporter = (documents) =>
  documents.flatMap(({ file, diagnostics }) => diagnostics.map((diagnostic) => lineOf(file, diagnostic))).join('\n');
