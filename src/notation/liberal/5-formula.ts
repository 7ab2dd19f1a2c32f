import { codeOf, type Span } from '../markdown/span.ts';
import { formula, words } from '../reader.ts';
import { withoutError } from './5-error.ts';
import { recordOf } from './5-subject.ts';
import { addRule, type Writer } from './5-write.ts';
import { entityNamed } from './phrases/names.ts';
import { splitMessage } from './phrases/sentence.ts';

/** More than a name or a value. */
const CONDITION = /[<>=(]| (?:and|or|in|is|between|contains) /;

/**
 * A condition in backticks behind the entity that it is about, "Booking: `none(Booking where …)`", or under its heading,
 * by itself or behind a name for it. A mistake in it is reported where it stands, and the rule refuses. False: it is none.
 */
export function readFormula(writer: Writer, head: Span | null, value: Span, entity: string | null): boolean {
  const { reader } = writer;
  const lexicon = reader.lexicon();
  const { rest: said, message } = splitMessage(value);
  const { rest, error } = withoutError(said, lexicon);
  const code = codeOf(rest);
  if (code === null || !CONDITION.test(code.text)) return false;
  const named = head === null ? null : entityNamed(lexicon, words(head));
  const about = named?.name ?? entity;
  if (about === null) return false;
  const name = head === null || named !== null ? about : words(head);
  addRule(writer, recordOf(about), {
    name,
    condition: (id) => formula(reader, rest, { point: 5, element: id }),
    message,
    events: [],
    at: value,
    help: '',
    error: error === null ? null : { name: error, at: reader.place(value) },
  });
  return true;
}
