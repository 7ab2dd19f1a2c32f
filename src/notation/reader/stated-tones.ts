import { type StatedTone, TONES } from '../../model/types/tone.ts';
import { part, type Span } from '../markdown/span.ts';
import { messages } from './codes.ts';
import { type FindingContext, type Reader, reference } from './reader.ts';

/**
 * Reads `Urgent red`: the name of an option or state, and a colour. Null if the colour or the name is unknown, which is
 * reported at its place.
 */
export function statedTone(
  reader: Reader,
  span: Span,
  names: readonly string[],
  what: string,
  about: FindingContext,
): StatedTone | null {
  const at = span.text.search(/\S+$/);
  const colour = part(span, Math.max(0, at));
  const tone = TONES.find((each) => each === colour.text.toLowerCase());
  if (tone === undefined || at <= 0) {
    reader.report(
      messages.nameUnknown(colour.text, 'colour', `Write a name and one of ${TONES.join(', ')}.`),
      colour,
      about,
    );
    return null;
  }
  const named = part(span, 0, at);
  const { name, at: place } = reference(reader, named);
  if (!names.includes(name)) {
    reader.report(messages.nameUnknown(name, what, 'Correct it.'), named, about);
    return null;
  }
  return { name, tone, at: place };
}
