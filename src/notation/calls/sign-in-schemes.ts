import type { SignInScheme } from '../../model/types/call.ts';
import { codeOf, type Span, split } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { type Column, effectUntilStated, type KeyValue } from '../reader/columns.ts';
import { isBlank, isNotShown, type Reader, words } from '../reader/reader.ts';

/** The keys of point 7 that hold for all calls. */
export const SIGN_IN_KEYS: readonly Column[] = [
  {
    name: 'Sign-in',
    aliases: [],
    blank: "The product's own cookie, or a program's token.",
    notShown: "The product's own cookie, or a program's token.",
    about:
      'How a request says who sends it: `Authorization: Token`, `Authorization: Bearer`, a header such as `X-Auth-Token`, or `cookie sid`; several with commas.',
  },
];

/** Reads how requests say who sends them. */
export function schemesIn(reader: Reader, keys: readonly KeyValue[]): SignInScheme[] {
  return keys.flatMap(({ key, value }) => {
    if (key !== 'Sign-in') return [];
    if (isNotShown(value)) {
      reader.report(messages.notShown(`“${key}”`, effectUntilStated(SIGN_IN_KEYS, key)), value, { point: 7 });
      return [];
    }
    return split(value, ',').flatMap((each) => schemeOf(reader, codeOf(each) ?? each));
  });
}

function schemeOf(reader: Reader, span: Span): SignInScheme[] {
  if (isBlank(span)) return [];
  const text = words(span);
  const scheme = /^Authorization: ?([A-Za-z][\w-]{0,30})$/i.exec(text)?.[1];
  if (scheme !== undefined && scheme.toLowerCase() !== 'basic') return [{ kind: 'authorization', name: scheme }];
  const cookie = /^cookie ([\w-]{1,60})$/i.exec(text)?.[1];
  if (cookie !== undefined) return [{ kind: 'cookie', name: cookie }];
  if (/^[A-Za-z][\w-]{0,60}$/.test(text) && text.toLowerCase() !== 'authorization' && text.toLowerCase() !== 'cookie')
    return [{ kind: 'header', name: text }];
  const known = '`Authorization: Token`, `Authorization: Bearer`, the name of a header, or `cookie NAME`';
  reader.report(messages.valueUnknown('sign-in', text, known), span, { point: 7 });
  return [];
}

/** Prints a scheme as it is read. */
export function schemeText({ kind, name }: SignInScheme): string {
  if (kind === 'authorization') return `Authorization: ${name}`;
  return kind === 'cookie' ? `cookie ${name}` : name;
}
