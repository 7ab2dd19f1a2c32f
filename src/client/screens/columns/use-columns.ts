import { useMemo, useState } from 'react';
import type { ColumnsState } from '../../../engine/query/saved-list-view.ts';
import { readStorage, writeStorage } from '../../platform/browser-storage.ts';
import { attributeLabel } from '../../view/attribute-label.ts';
import type { EntityInView, ScreenInView } from '../../view/view-context.tsx';
import { useView } from '../../view/view-context.tsx';
import { AS_STATED, isSame, readChoice, shownColumns, widthGiven } from './column-choice.ts';
import { type Column, fitsARow } from './columns.ts';
import { isSortable } from './sort.ts';

const loadMoves = () => import('./column-moves.ts');

export interface ColumnsInHand {
  readonly columns: readonly Column[];
  /** All that could be shown: those that are, as they follow each other, then the others. */
  readonly possible: readonly { readonly name: string; readonly label: string; readonly isShown: boolean }[];
  /** How they differ from what the document states. */
  readonly choice: ColumnsState;
  readonly switchColumn: (name: string) => void;
  /** Puts a column that is shown at a place among these. */
  readonly move: (name: string, to: number) => void;
  /** In px; null: as its kind says. */
  readonly resize: (name: string, width: number | null) => void;
  /** They are not as the kept list has them, or where none is open as the document states them. */
  readonly isChanged: boolean;
  readonly reset: () => void;
}

/**
 * The columns of a list: as the document states them or a kept list has them, and as this person changed them on this
 * machine since. `kept`: of the list that is open, by its id; null: none is.
 */
export function useColumns(
  screen: ScreenInView,
  entity: EntityInView,
  kept: { readonly id: string; readonly columns: ColumnsState | null } | null,
): ColumnsInHand {
  const { person, format } = useView();
  const key = `ninefold columns ${person?.id ?? ''} ${screen.id}${kept === null ? '' : ` ${kept.id}`}`;
  const [own, setOwn] = useState(() => ({ key, choice: readChoice(readStorage(key)) }));
  // Another list has a choice of its own; the one before is not drawn in between.
  const now = own.key === key ? own : { key, choice: readChoice(readStorage(key)) };
  if (now !== own) setOwn(now);
  const base = kept?.columns ?? AS_STATED;
  const choice = now.choice ?? base;
  const stated = useMemo(() => screen.fields.filter((name) => entity.attributes.has(name)), [screen, entity]);
  const possible = useMemo(() => {
    const more = entity.reads.filter((name) => !stated.includes(name) && fits(entity, name));
    return [...stated, ...more];
  }, [entity, stated]);
  const columns = useMemo(() => {
    const shown = shownColumns(stated, possible, choice);
    const title = shown.includes(entity.title ?? '') ? entity.title : shown[0];
    return shown.flatMap((name): Column[] => {
      const attribute = entity.attributes.get(name);
      if (attribute === undefined) return [];
      const label = attributeLabel(attribute, format.language);
      return [
        {
          name,
          label,
          attribute,
          isTitle: name === title,
          isSortable: entity.sorts.includes(name) && isSortable(name),
          section: screen.sections.find(({ fields }) => fields.includes(name))?.label,
          width: widthGiven(choice, name),
        },
      ];
    });
  }, [stated, possible, choice, entity, screen, format.language]);
  const change = (next: ColumnsState) => {
    const differs = !isSame(next, base);
    setOwn({ key, choice: differs ? next : null });
    writeStorage(key, differs ? JSON.stringify(next) : null);
  };
  const shown = columns.map(({ name }) => name);
  const others = possible.filter((name) => !shown.includes(name));
  return {
    columns,
    possible: [...shown, ...others].flatMap((name) => {
      const attribute = entity.attributes.get(name);
      if (attribute === undefined) return [];
      return [{ name, label: attributeLabel(attribute, format.language), isShown: shown.includes(name) }];
    }),
    choice,
    switchColumn: (name) => void loadMoves().then(({ switched }) => change(switched(choice, stated, name))),
    move: (name, to) => void loadMoves().then(({ moved }) => change(moved(choice, shown, name, to))),
    resize: (name, width) => void loadMoves().then(({ sized }) => change(sized(choice, name, width))),
    isChanged: !isSame(choice, base),
    reset: () => change(base),
  };
}

function fits(entity: EntityInView, name: string): boolean {
  const type = entity.attributes.get(name)?.type;
  return name !== 'id' && type !== undefined && fitsARow(type);
}
