import { lineOf } from '../program/format-finding.ts';
import type { Reporter } from './reporter.ts';

/** One line a finding, as compilers print them and editors read them. */
export const concise: Reporter = (documents) =>
  documents.flatMap(({ file, diagnostics }) => diagnostics.map((diagnostic) => lineOf(file, diagnostic))).join('\n');
