import type { Effect } from '../../model/model.ts';
import { say } from '../codes.ts';
import { codeOf, outside, part, type Span, split } from '../markdown/span.ts';
import { type About, formula, isBlank, isNotShown, type Reader, words } from '../reader.ts';

/** The effects of a transition, separated by semicolons. What is none is reported and does not happen. */
export function readEffects(reader: Reader, cell: Span | null, about: About): Effect[] {
  if (cell === null) return [];
  if (isNotShown(cell)) {
    reader.report(say.notShown('What happens then', 'Nothing happens besides the new state.'), cell, about);
    return [];
  }
  return split(codeOf(cell) ?? cell, ';')
    .filter((effect) => !isBlank(effect))
    .flatMap((effect) => effectOf(reader, codeOf(effect) ?? effect, about));
}

const VERB = /^(ask|notify|call)(?:\s+(?:for\s+)?|(?=`))(?=\S)/i;
const OPTIONAL = /\s*\(optional\)$/i;

function effectOf(reader: Reader, span: Span, about: About): Effect[] {
  const at = reader.place(span);
  const verb = VERB.exec(span.text);
  if (verb !== null) {
    const rest = part(span, verb[0].length);
    switch (verb[1]?.toLowerCase()) {
      case 'ask': {
        const optional = OPTIONAL.exec(rest.text);
        return [
          {
            kind: 'ask',
            field: words(part(rest, 0, optional?.index ?? rest.text.length)),
            optional: optional !== null,
            at,
          },
        ];
      }
      case 'notify':
        return [{ kind: 'notify', to: formula(reader, rest, about), at }];
      default:
        return [{ kind: 'call', call: words(rest), at }];
    }
  }
  const equals = outside(span.text, '=').find((index) => isAssignment(span.text, index));
  const field = equals === undefined ? null : part(span, 0, equals);
  if (equals === undefined || field === null || field.text === '') {
    reader.report(say.effectNotRead(words(span)), span, about);
    return [];
  }
  const value = part(span, equals + 1);
  return [{ kind: 'set', on: null, field: words(field), value: formula(reader, value, about), at }];
}

/** One `=` by itself: `==`, `<=`, `>=`, `!=` compare. */
function isAssignment(text: string, at: number): boolean {
  return text.charAt(at + 1) !== '=' && !'=<>!'.includes(text.charAt(at - 1) || ' ');
}
