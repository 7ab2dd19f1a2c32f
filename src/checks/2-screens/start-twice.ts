import type { Place } from '../../model/types/place.ts';
import { defineCheck, type PartContext } from '../check.ts';
import { somebody } from '../witness.ts';

export const check = defineCheck({
  code: 'start-twice',
  point: 2,
  severity: 'warning',
  about: 'A role that begins at two screens after signing in.',
  *find(context) {
    const first = new Map<string, Start>();
    const starts = context.gather(startsIn).flat();
    for (const start of starts.toSorted((one, other) => (one.screenAt?.from ?? 0) - (other.screenAt?.from ?? 0))) {
      const earlier = first.get(start.role);
      if (earlier === undefined) {
        first.set(start.role, start);
        continue;
      }
      if (earlier.id === start.id) continue;
      yield {
        element: start.id,
        at: start.at ?? start.screenAt,
        also: [earlier.at ?? earlier.screenAt],
        message: `${start.role} begins at ${earlier.screen} and at ${start.screen}.`,
        next: `Take ${start.role} out of one of the two lines “Start for”; as it stands ${earlier.screen} counts, which comes first.`,
        witness: `${somebody(context, start.role)} signs in and lands on ${earlier.route}, never on ${start.route}.`,
      };
    }
  },
});

interface Start {
  readonly role: string;
  readonly at: Place | null;
  readonly id: string;
  readonly screen: string;
  readonly route: string;
  readonly screenAt: Place | null;
}

function startsIn({ model }: PartContext): readonly Start[] {
  return model.screens
    .filter(({ standing }) => standing === 'stated')
    .flatMap(({ at, id, name, route, startFor }) =>
      startFor.map((start) => ({
        role: start.name,
        at: start.at,
        id,
        screen: name,
        route,
        screenAt: at,
      })),
    );
}
