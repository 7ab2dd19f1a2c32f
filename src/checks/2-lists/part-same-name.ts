import type { Place } from '../../model/types/element.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'part-same-name',
  point: 2,
  severity: 'warning',
  about: 'Two numbers, charts, filters or sections on a screen with the same name.',
  *find(context) {
    for (const screen of context.model.screens) {
      if (screen.standing !== 'stated') continue;
      const kinds: readonly (readonly [string, readonly Part[]])[] = [
        ['numbers', screen.numbers],
        ['charts', screen.charts],
        ['filters and switches', screen.filters],
        ['sections', screen.sections.filter(({ roles }) => roles.length === 0)],
      ];
      for (const [kind, parts] of kinds) {
        for (const [earlier, part] of twice(parts)) {
          yield {
            element: part.id,
            at: part.at ?? screen.at,
            also: [earlier.at],
            message: `Two ${kind} of ${screen.name} are called “${part.label}”.`,
            next: 'Rename one of them.',
            witness: witnessOf(context, {
              who: screen.roles?.[0]?.name ?? null,
              screen,
              outcome: `“${part.label}” appears twice, and nobody can tell which is which`,
            }),
          };
        }
      }
    }
  },
});

interface Part {
  readonly id: string;
  readonly label: string;
  readonly at: Place | null;
}

function* twice(parts: readonly Part[]): Generator<readonly [earlier: Part, part: Part]> {
  const first = new Map<string, Part>();
  for (const part of parts) {
    const key = part.label.trim().toLowerCase();
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, part);
    else yield [earlier, part];
  }
}
