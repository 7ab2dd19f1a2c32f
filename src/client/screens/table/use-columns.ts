import { useMemo, useState } from 'react';
import type { EntityInView, ScreenInView } from '../../view/view.tsx';
import { useView } from '../../view/view.tsx';
import { AS_STATED, type Column, type ColumnChoice, fitsARow, readChoice, shownColumns, switched } from './columns.ts';
import { attributeLabel } from './filter-fields.ts';
import { isSortable } from './sort.ts';

export interface ColumnsInHand {
  readonly columns: readonly Column[];
  /** All that could be shown, those of the screen first. */
  readonly possible: readonly { readonly name: string; readonly label: string; readonly isShown: boolean }[];
  readonly switchColumn: (name: string) => void;
  readonly isChanged: boolean;
  readonly reset: () => void;
}

/** The columns of a list: as the document states them, and as this person changed them on this machine. */
export function useColumns(screen: ScreenInView, entity: EntityInView): ColumnsInHand {
  const { person, format } = useView();
  const key = `ninefold columns ${person?.id ?? ''} ${screen.id}`;
  const [choice, setChoice] = useState(() => readChoice(stored(key)));
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
        },
      ];
    });
  }, [stated, possible, choice, entity, format.language]);
  const change = (next: ColumnChoice) => {
    setChoice(next);
    store(key, next);
  };
  return {
    columns,
    possible: possible.flatMap((name) => {
      const attribute = entity.attributes.get(name);
      if (attribute === undefined) return [];
      return [
        {
          name,
          label: attributeLabel(attribute, format.language),
          isShown: columns.some((column) => column.name === name),
        },
      ];
    }),
    switchColumn: (name) => change(switched(choice, stated, name)),
    isChanged: choice.hidden.length + choice.added.length > 0,
    reset: () => change(AS_STATED),
  };
}

function fits(entity: EntityInView, name: string): boolean {
  const type = entity.attributes.get(name)?.type;
  return name !== 'id' && type !== undefined && fitsARow(type);
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, choice: ColumnChoice): void {
  try {
    if (choice === AS_STATED) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(choice));
  } catch {
    // Where nothing may be stored, it holds for this page.
  }
}
