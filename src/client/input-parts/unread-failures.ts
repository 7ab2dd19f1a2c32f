import type { WireFailure } from '../../engine/core/wire-format.ts';
import { pointerOf } from '../../engine/errors/problem-details.ts';
import type { Json } from '../../fields/text/json.ts';
import { unreadableTextsIn } from '../../fields/text/unreadable-text.ts';
import { engineTexts, messages } from '../languages/messages.ts';

/** Returns a failure with its pointer for each unparsed text in the input. The input is not sent while there is one. */
export function unreadFailures(input: Json): readonly WireFailure[] {
  return unreadableTextsIn(input).map(({ path, unread: { expected } }) => ({
    pointer: pointerOf(path),
    code: 'WRONG_TYPE',
    message: messages.inputs.enter({ expected: engineTexts.expected(expected) }),
  }));
}
