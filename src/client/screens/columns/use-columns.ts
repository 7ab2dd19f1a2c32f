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

/** The columns of a list, and the functions that change them. */
export interface ColumnsInHand {
  /** The visible columns, in display order. */
  readonly columns: readonly Column[];
  /** All columns that can be shown: first the visible ones in display order, then the hidden ones. */
  readonly possible: readonly { readonly name: string; readonly label: string; readonly isShown: boolean }[];
  /** The difference between these columns and those that the document states. */
  readonly choice: ColumnsState;
  readonly switchColumn: (name: string) => void;
  /** Moves a visible column to an index among the visible columns. */
  readonly move: (name: string, to: number) => void;
  /** Sets the width of a column in px; null resets it to the width of its field type. */
  readonly resize: (name: string, width: number | null) => void;
  /** Whether the columns differ from the open saved view, or from the document if no saved view is open. */
  readonly isChanged: boolean;
  readonly reset: () => void;
}

/**
 * Returns the columns of a list: those of the document or of the open saved view, with the changes that this person made in
 * this browser. `kept`: the open saved view; null if none is open.
 */
export function useColumns(
  screen: ScreenInView,
  entity: EntityInView,
  kept: { readonly id: string; readonly columns: ColumnsState | null } | null,
): ColumnsInHand {
  const { person, format } = useView();
  const key = `ninefold columns ${person?.id ?? ''} ${screen.id}${kept === null ? '' : ` ${kept.id}`}`;
  const [own, setOwn] = useState(() => ({ key, choice: readChoice(readStorage(key)) }));
  // When the list or saved view changes, its own choice is read during render, so that the previous one never shows.
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
