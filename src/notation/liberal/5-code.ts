import { part, type Span } from '../markdown/span.ts';
import { readConstraints } from './5-constraints.ts';
import { recordOf, subjectOf } from './5-subject.ts';
import { addRule, type Writer, writeAll } from './5-write.ts';
import type { Lexicon } from './lexicon.ts';
import { readCode } from './phrases/code.ts';
import { entityNamed } from './phrases/names.ts';
import { keepQuote, reportLeft } from './walk.ts';

const OPENING = /\b(?:const|let|var|export)?\s*(\w+)\s*(?:=|:)\s*(?:z|yup|Joi)\.object\(/;
const LINE = /^\s*['"]?(\w+)['"]?\s*:\s*(z\.\S.*?),?\s*$/;

/** A schema in code, `const orderSchema = z.object({ … })`: each of its lines as a requirement. False: there is none. */
export function readSchema(writer: Writer, code: Span): boolean {
  const lexicon = writer.reader.lexicon();
  const before = writer.rules.length;
  const left: Span[] = [];
  let entity: string | null = null;
  let from = 0;
  for (const line of code.text.split('\n')) {
    const span = part(code, from, from + line.length);
    from += line.length + 1;
    const opening = OPENING.exec(line)?.[1];
    if (opening !== undefined) {
      entity = entityNamed(lexicon, opening.replace(/(?:Schema|Form|Input|Validation|Dto)+$/i, ''))?.name ?? null;
      continue;
    }
    const refined = entity === null ? null : refinement(line, entity, lexicon);
    if (refined !== null && entity !== null) {
      addRule(writer, recordOf(entity), { ...refined, name: null, events: [], at: span, help: '' });
      continue;
    }
    const found = LINE.exec(line);
    if (found === null) {
      if (!PUNCTUATION.test(line)) left.push(span);
      continue;
    }
    const subject = entity === null ? null : subjectOf(found[1] ?? '', entity, lexicon);
    const value = { text: found[2] ?? '', from: span.from + Math.max(0, span.text.indexOf(found[2] ?? '')) };
    const read = subject === null ? null : readConstraints(value, subject, lexicon);
    if (subject === null || read === null || read.stated.length === 0) left.push(span);
    else writeAll(writer, subject, read, span, null);
  }
  if (writer.rules.length === before) return false;
  for (const line of left) {
    keepQuote(writer, line.text);
    reportLeft(writer.reader, line, 5);
  }
  return true;
}

const REFINED =
  /^\s*\}?\)?\s*\.refine\(\s*\(?(\w+)\)?\s*=>\s*(.+?)(?:,\s*(?:\{\s*message:\s*)?['"]([^'"]*)['"][^'"]*)?\)\s*[;,]?\s*$/;

/** `.refine((l) => l.from !== l.to, 'They must differ')`: a condition on the whole record. */
function refinement(
  line: string,
  entity: string,
  lexicon: Lexicon,
): { condition: string; message: string | null } | null {
  const [, local, code, message] = REFINED.exec(line) ?? [];
  if (local === undefined || code === undefined || code.length > 300) return null;
  const bare = code.replaceAll(new RegExp(`\\b${local}\\??\\.`, 'g'), '').replaceAll(/\bundefined\b/g, 'null');
  const read = readCode(bare, { lexicon, entity, prefix: '', subject: null });
  return read === null ? null : { condition: read.text, message: message ?? null };
}

const PUNCTUATION = /^\s*(?:[`~]{3,}\w*|[})\]];?|\}\);?|import .*|)\s*$/;
