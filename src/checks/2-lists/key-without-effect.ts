import type { Place } from '../../model/types/element.ts';
import type { Screen, ScreenKind } from '../../model/types/model.ts';
import { kindsShowing, SCREEN_KINDS, screenKinds } from '../../model/types/screen-kinds.ts';
import { parametersOf } from '../access/screen-routes.ts';
import { withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'key-without-effect',
  point: 2,
  severity: 'warning',
  about: 'A key that has no effect on a screen of its kind, such as the sort order of a form.',
  *find(context) {
    for (const screen of context.model.screens) {
      if (screen.standing !== 'stated') continue;
      for (const { key, at, kinds, why } of usesOf(screen)) {
        if (!kinds.includes(screen.kind)) continue;
        const kind = withArticle(WORDS.get(screen.kind) ?? screen.kind);
        yield {
          element: screen.id,
          at: at ?? screen.at,
          message: `${screen.name} is ${kind}, where “${key}” has no effect: ${why}.`,
          next: `Remove “${key}”, or change the kind of screen under As.`,
          witness: witnessOf(context, {
            who: screen.roles?.[0]?.name ?? null,
            screen,
            outcome: `“${key}” has no effect`,
          }),
        };
      }
    }
  },
});

interface Use {
  readonly key: string;
  readonly at: Place | null;
  /** The kinds of screen on which the key has no effect. */
  readonly kinds: readonly ScreenKind[];
  readonly why: string;
}

const WORDS: ReadonlyMap<ScreenKind, string> = new Map([['sign-in', 'sign-in screen']]);

const SINGLE: readonly ScreenKind[] = ['form', 'record', 'redirect', 'sign-in'];
const LISTS = kindsShowing('records');
const MANY = kindsShowing('records', 'figures');
const without = (trait: 'groups' | 'cells') => MANY.filter((kind) => !SCREEN_KINDS[kind][trait]);

function isForOneAddress({ menu, route }: Pick<Screen, 'menu' | 'route'>): boolean {
  return menu === null || !menu.shown || parametersOf(route).length === 0;
}

/** Pages are left out: a page may be a screen that was not fully understood. */
function usesOf({
  actions,
  charts,
  fields,
  filters,
  kind,
  next,
  numbers,
  sections,
  sort,
  groupBy,
  ...screen
}: Screen): Use[] {
  const rows = 'it has no rows';
  const first = <T extends { readonly at: Place | null }>(
    key: string,
    [one]: readonly T[],
    kinds: readonly ScreenKind[],
    why: string,
  ): Use[] => (one === undefined ? [] : [{ key, at: one.at, kinds, why }]);
  const fieldsWhy = kind === 'dashboard' ? 'it has numbers and charts, not columns' : 'it has no columns';
  return [
    ...first('Sort', sort, SINGLE, rows),
    ...first(
      'Group by',
      groupBy === null ? [] : [{ at: typeof groupBy === 'string' ? screen.at : groupBy.at }],
      [...SINGLE, ...without('groups')],
      'only tables and lists have groups',
    ),
    ...first('Actions', actions, ['form', 'dashboard', 'redirect', 'sign-in'], rows),
    ...first('When empty', screen.whenEmpty === null ? [] : [screen], SINGLE, rows),
    ...first('Page size', screen.pageSize === null ? [] : [screen], SINGLE, rows),
    ...first('Export', screen.exported === null ? [] : [screen], [...SINGLE, 'dashboard'], rows),
    ...first('Import', screen.imported === null ? [] : [screen], [...SINGLE, 'dashboard'], rows),
    ...first('Trash', screen.trash === null ? [] : [screen], [...SINGLE, 'dashboard'], rows),
    ...first(
      'Edit in place',
      screen.inline === null ? [] : [screen],
      [...SINGLE, ...without('cells')],
      'only a table has cells',
    ),
    ...first(
      'Presence',
      screen.presence === null ? [] : [screen],
      [...MANY, 'form', 'redirect', 'sign-in'],
      'it shows no single record',
    ),
    ...first(
      'Duplicate',
      screen.duplicated === null ? [] : [screen],
      [...MANY, 'form', 'redirect', 'sign-in'],
      'it shows no single record',
    ),
    ...first(
      'Related',
      screen.related === null ? [] : [screen],
      [...MANY, 'form', 'redirect', 'sign-in'],
      'it shows no single record',
    ),
    ...first(
      'Comments',
      screen.comments === null ? [] : [screen],
      [...MANY, 'form', 'redirect', 'sign-in'],
      'it shows no single record',
    ),
    ...first('Shares views', screen.sharers === null ? [] : [screen], [...SINGLE, 'dashboard'], rows),
    ...first(filters[0]?.kind === 'switch' ? 'Switch' : 'Filter', filters, SINGLE, rows),
    ...first('Number', numbers, [...SINGLE, ...LISTS], 'only dashboards have numbers'),
    ...first('Chart', charts, [...SINGLE, ...LISTS], 'only dashboards have charts'),
    ...first('Section', sections, ['redirect', 'sign-in'], 'it shows no fields'),
    ...first('Then', next === null ? [] : [next], [...MANY, 'record', 'redirect'], 'nothing is sent from it'),
    ...first(
      'Menu',
      isForOneAddress(screen) ? [] : [screen],
      screenKinds,
      'its route has a parameter, which a menu can’t fill in',
    ),
    ...first('As', fields, ['dashboard', 'redirect', 'sign-in'], fieldsWhy),
  ];
}
