import type { BodyFormat, CallOptions } from '../../model/types/call.ts';
import { type Span, split } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import type { Column } from '../reader/columns.ts';
import { type FindingContext, type Reader, words } from '../reader/reader.ts';

/** Keys about the formats in which a request sends its body. */
export const BODY_FORMAT_KEYS: readonly Column[] = [
  {
    name: 'Bodies',
    aliases: ['Request bodies', 'Body format'],
    blank: '`JSON`.',
    notShown: '`JSON`.',
    about:
      'How requests send their members: as `JSON`, as a `form` (URL-encoded or multipart), or `JSON, form`. Bulk calls take JSON alone.',
  },
];

const FORMATS: readonly BodyFormat[] = ['JSON', 'form'];

/** Reads the formats of bodies. `stated` returns the value of a key, null if it is not stated. */
export function bodyFormatsOf(
  reader: Reader,
  stated: (key: string) => Span | null,
  about: FindingContext,
): CallOptions['bodies'] {
  const value = stated('Bodies');
  if (value === null) return null;
  const formats = split(value, ',').flatMap((each): BodyFormat[] => {
    const written = words(each).replace(/\.$/, '').trim();
    const format = FORMATS.find((one) => one.toLowerCase() === written.toLowerCase());
    if (format === undefined) reader.report(messages.valueUnknown('Bodies', written, FORMATS.join(', ')), each, about);
    return format === undefined ? [] : [format];
  });
  return formats.length === 0 ? null : [...new Set(formats)];
}
