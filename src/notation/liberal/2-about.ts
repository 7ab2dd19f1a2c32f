import type { Screen } from '../../model/model.ts';
import { part, type Span } from '../markdown/span.ts';
import { named } from './2-finish.ts';
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
export function aboutScreen(text: Span, screens: readonly Screen[]): About | null {
  if (text.text.length > 2000) return null;
  for (const pattern of [COLON, IN, VERB]) {
    const match = pattern.exec(text.text);
    const name = match?.[1] ?? match?.[2];
    const screen = name === undefined ? null : screenCalled(name, screens);
    if (match === null || screen === null) continue;
    return { screen, facts: sentences(part(text, match[0].length)) };
  }
  return null;
}

function screenCalled(name: string, screens: readonly Screen[]): Screen | null {
  const index = named(screens, name);
  if (index !== null) return screens[index] ?? null;
  if (!VIEW.test(name)) return null;
  const word = new RegExp(String.raw`\b${name}\b`, 'i');
  const found = screens.filter((screen) => word.test(screen.help));
  return found.length === 1 ? (found[0] ?? null) : null;
}
