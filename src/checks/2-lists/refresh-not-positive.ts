import { millisecondsOf } from '../lookups/stated-delays.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

/** Shortest useful refresh interval in milliseconds. */
const SHORTEST = 1000;

export const check = defineCheck({
  code: 'refresh-not-positive',
  point: 2,
  severity: 'error',
  about: 'A screen that refreshes more than once a second, or after something that is not a duration.',
  *find(context) {
    for (const screen of context.model.screens) {
      const typed = screen.standing === 'stated' ? context.typed(screen.refresh) : null;
      if (screen.refresh === null || typed === null || typed.op === 'unknown') continue;
      const isTime = typed.type.t === 'duration';
      const time = millisecondsOf(typed);
      if (isTime && (time === null || time >= SHORTEST)) continue;
      yield {
        element: screen.id,
        at: screen.refresh.at ?? screen.at,
        message: isTime
          ? `${screen.name} refreshes every ${screen.refresh.text}, ${time !== null && time > 0 ? 'which is more than once a second' : 'which is no time at all'}.`
          : `${screen.name} refreshes every \`${screen.refresh.text}\`, which is not a duration.`,
        next: 'Write a number and a unit, as in `every 30 seconds`.',
        witness: witnessOf(context, {
          who: screen.roles?.[0]?.name ?? null,
          screen,
          outcome: isTime ? 'it asks the server without a pause' : 'it is not clear when it refreshes',
        }),
      };
    }
  },
});
