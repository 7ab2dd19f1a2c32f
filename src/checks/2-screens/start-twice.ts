import type { Place } from '../../model/types/element.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { personWithRole } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'start-twice',
  point: 2,
  severity: 'warning',
  about: 'A role with two start screens.',
  *find(context) {
    const first = new Map<string, Start>();
    const starts = startsIn(context);
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
        message: `${start.role} starts at ${earlier.screen} and at ${start.screen}.`,
        next: `Remove ${start.role} from one of the two lines “Start for”. Only the first counts: ${earlier.screen}.`,
        witness: `${personWithRole(context, start.role)} signs in and lands on ${earlier.route}, never on ${start.route}.`,
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

function startsIn({ model }: CheckContext): readonly Start[] {
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
