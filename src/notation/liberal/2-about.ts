import type { Screen } from '../../model/types/model.ts';
import { part, type Span } from '../markdown/span.ts';
import type { ScreenNames } from './2-names.ts';
import { sentences } from './cut.ts';

/** Sentences that name the screen that they speak of, and what they say of it. */
export interface About {
  readonly screen: Screen;
  readonly facts: readonly Span[];
}

const IN =
  /^(?:in|on|at) (?:the )?([^,:.;]{1,60}?)(?: (?:page|screen|view))?(?:\s*[:,]\s*|\s+(?=the |one |there |a |an |it ))/i;
const COLON = /^(?:[`*"“]{1,2}([^`*"“”]{1,60})[`*"”]{1,2}|(?:the )?([\p{L}][\p{L}\p{N} -]{0,40}))\s*(?::|\s[–—-])\s+/iu;
const VERB =
  /^(?:the )?(?:`([^`]{1,60})`|([\p{L}][\p{L} -]{0,40}?)) (?=(?:is |are )?(?:sorted|ordered|refreshed|polled|refresh(?:es)?|reloads?|polls?|updates?|shows? (?:the )?columns|has (?:the )?columns)\b)/iu;
const VIEW = /^(?:list|table|board|calendar|dashboard|queue|map|overview|start page)$/i;

/**
 * "In the list: …", "`StockList`: …", "The board refreshes …": the screen that a text begins with, by its name or by the one
 * screen that is called so in its own words, and all that the text says of it. Null: it begins with no screen.
 */
export function aboutScreen(text: Span, screens: readonly Screen[], names: ScreenNames): About | null {
  if (text.text.length > 2000) return null;
  for (const pattern of [COLON, IN, VERB]) {
    const match = pattern.exec(text.text);
    const name = match?.[1] ?? match?.[2];
    const index = name === undefined ? null : (names.find(name) ?? (VIEW.test(name) ? names.called(name) : null));
    const screen = index === null ? undefined : screens[index];
    if (match === null || screen === undefined) continue;
    return { screen, facts: sentences(part(text, match[0].length)) };
  }
  return null;
}
