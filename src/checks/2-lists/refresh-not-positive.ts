import { millisecondsOf } from '../lookups/stated-delays.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

/** Nobody sees more in a shorter time. */
const SHORTEST = 1000;

export const check = defineCheck({
  code: 'refresh-not-positive',
  point: 2,
  severity: 'error',
  about: 'A screen that fetches anew after no time, or after what is no length of time.',
  *findEach(context) {
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
          ? `${screen.name} fetches anew every ${screen.refresh.text}, ${time !== null && time > 0 ? 'more often than once a second' : 'without any time in between'}.`
          : `${screen.name} fetches anew every \`${screen.refresh.text}\`, which is no length of time.`,
        next: 'Write a number and a unit, as in `every 30 seconds`.',
        witness: witnessOf(context, {
          who: screen.roles?.[0]?.name ?? null,
          screen,
          happens: isTime ? 'it does nothing but ask the server again' : 'nobody can tell when it fetches anew',
        }),
      };
    }
  },
});
