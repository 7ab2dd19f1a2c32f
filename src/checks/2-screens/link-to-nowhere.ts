import { nearest } from '../../expressions/syntax/nearest-name.ts';
import { linksIn, type ScreenLink, screenFinder } from '../access/screen-routes.ts';
import { renameEdit } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'link-to-nowhere',
  point: 2,
  severity: 'error',
  about: 'A link or redirect to an address without a screen.',
  *find(context) {
    const { model } = context;
    const leaving = context.parts.flatMap(linksIn);
    if (leaving.length === 0) return;
    const screenAt = screenFinder(model.screens);
    // One line of the document may link from many screens.
    const reported = new Set<string>();
    for (const { screen, link } of leaving) {
      const key = `${link.at?.from ?? screen.id} ${link.route}`;
      if (screenAt(link.route) !== null || reported.has(key)) continue;
      reported.add(key);
      const meant = nearest(
        link.route,
        model.screens.map(({ route }) => route),
      );
      yield {
        element: screen.id,
        at: link.at ?? screen.at,
        message: `${screen.name} leads to ${link.route}${WHEN[link.kind]}, but no screen has that address.`,
        next:
          meant === null
            ? 'Correct the address, or add a screen for it.'
            : `Did you mean ${meant}? Otherwise, add a screen for ${link.route}.`,
        edit: renameEdit(link.at, link.route, meant),
        witness: witnessOf(context, {
          who: screen.roles?.[0]?.name ?? null,
          screen,
          outcome: `${HOW[link.kind]} ends at ${link.route}, which is not found`,
        }),
      };
    }
  },
});

const WHEN: Readonly<Record<ScreenLink['kind'], string>> = {
  link: '',
  redirect: '',
  otherwise: ' for people who may not open it',
  next: ' after sending',
};

const HOW: Readonly<Record<ScreenLink['kind'], string>> = {
  link: 'the link',
  redirect: 'the redirect',
  otherwise: '“Otherwise”',
  next: 'sending it',
};
