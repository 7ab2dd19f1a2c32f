import type { Screen } from '../../model/types/model.ts';
import { routeOf } from './2-heads.ts';
import { nameKey } from './phrases/fold.ts';

/** Finds screens by what the document calls them. It knows those that were there when it was made. */
export interface ScreenNames {
  readonly count: number;
  /** The index of the one screen of this name, its kind left out: "Ticket", "ticket page". */
  readonly find: (written: string) => number | null;
  /** The index of the one screen whose own words call it a list, a board and so on. */
  readonly called: (view: string) => number | null;
}

export function namesOf(screens: readonly Screen[]): ScreenNames {
  const routes = indexed(screens, ({ route }) => [route]);
  const names = indexed(screens, ({ name }) => [name.toLowerCase()]);
  const keys = indexed(screens, ({ name }) => [keyOf(name)]);
  const views = indexed(screens, ({ help }) => [...new Set(help.toLowerCase().match(VIEWS) ?? [])]);
  const find = (written: string): number | null => {
    const name = written
      .replaceAll(/[`*"“”]/g, '')
      .replace(/^the\s+/i, '')
      .trim();
    const route = routeOf({ text: written.trim(), from: 0 });
    const exact = routes.get(route ?? name);
    if (exact?.length === 1) return exact[0] ?? null;
    const same = names.get(name.toLowerCase());
    if (same !== undefined) return one(same);
    const wanted = keyOf(name);
    return wanted === '' ? null : one(keys.get(wanted));
  };
  return { count: screens.length, find, called: (view) => one(views.get(view.toLowerCase())) };
}

const VIEWS = /\b(?:list|table|board|calendar|dashboard|queue|map|overview|start page)\b/g;

const keyOf = (name: string): string => nameKey(name).replace(/(?:page|screen|view)$/, '');

function one(found: readonly number[] | undefined): number | null {
  return found?.length === 1 ? (found[0] ?? null) : null;
}

function indexed(screens: readonly Screen[], keys: (screen: Screen) => readonly string[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  screens.forEach((screen, index) => {
    for (const key of keys(screen)) {
      const all = found.get(key);
      if (all === undefined) found.set(key, [index]);
      else all.push(index);
    }
  });
  return found;
}
