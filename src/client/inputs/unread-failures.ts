import type { WireFailure } from '../../engine/core/wire-format.ts';
import { pointerOf } from '../../engine/errors/problem-details.ts';
import { expectedInEnglish } from '../../fields/text/expected.ts';
import type { Json } from '../../fields/text/json.ts';
import { unreadIn } from '../../fields/text/unreadable-text.ts';
import { spoken } from '../languages/spoken.ts';
import { inputTexts } from './texts.ts';

/** What is wrong with text that stands in the place of a value, or inside one, each with its pointer. Nothing is sent with it. */
export function unreadFailures(input: Json): readonly WireFailure[] {
  return unreadIn(input).map(({ path, unread: { expected } }) => ({
    pointer: pointerOf(path),
    code: 'WRONG_TYPE',
    message: inputTexts.enter((spoken?.engine.expected ?? expectedInEnglish)(expected)),
  }));
}
