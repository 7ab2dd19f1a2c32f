import { nearest } from '../../expressions/syntax/nearest-name.ts';
import { defineCheck } from '../check.ts';
import { renaming } from '../places.ts';
import { type Lead, leavingIn, screenFinder } from '../routes.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'link-to-nowhere',
  point: 2,
  severity: 'error',
  about: 'A link, or another way on from a screen, to an address at which there is no screen.',
  *find(context) {
    const { model } = context;
    const leaving = context.gather(leavingIn).flat();
    if (leaving.length === 0) return;
    const screenAt = screenFinder(model.screens);
    // One sentence may lead on from many screens.
    const told = new Set<string>();
    for (const { screen, lead } of leaving) {
      const key = `${lead.at?.from ?? screen.id} ${lead.route}`;
      if (screenAt(lead.route) !== null || told.has(key)) continue;
      told.add(key);
      const meant = nearest(
        lead.route,
        model.screens.map(({ route }) => route),
      );
      yield {
        element: screen.id,
        at: lead.at ?? screen.at,
        message: `${screen.name} leads to ${lead.route}${WHEN[lead.kind]}, and there is no screen at that address.`,
        next:
          meant === null
            ? 'Give that address a row in the table of screens, or correct it.'
            : `Did you mean ${meant}? Otherwise give ${lead.route} a row in the table of screens.`,
        edit: renaming(lead.at, lead.route, meant),
        witness: witnessOf(context, {
          who: screen.roles?.[0]?.name ?? null,
          screen,
          happens: `${HOW[lead.kind]} ends at ${lead.route}, where nothing is found`,
        }),
      };
    }
  },
});

const WHEN: Readonly<Record<Lead['kind'], string>> = {
  link: '',
  redirect: '',
  otherwise: ' whoever may not open it',
  next: ' when it was sent',
};

const HOW: Readonly<Record<Lead['kind'], string>> = {
  link: 'the link',
  redirect: 'whoever comes there',
  otherwise: 'whoever may not stay',
  next: 'sending it',
};
