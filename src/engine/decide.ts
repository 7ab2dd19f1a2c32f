import type { Facts } from './facts.ts';
import type { Intent } from './intent.ts';
import type { App } from './app.ts';
import type { Verdict } from './verdict.ts';
import type { Who } from './who.ts';

/** The one decision: everything to write, or why not. Pure over its arguments. */
export function decide(app: App, who: Who, intent: Intent, facts: Facts, now: number): Verdict {
  throw new Error(`decide: ${app.hash} ${who.roles.size} ${intent.kind} ${now} ${facts}`);
}
