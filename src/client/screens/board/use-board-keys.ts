import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import { nextPosition } from './key-navigation.ts';

/**
 * Handles keys on a board: arrows, j and k move the focus from title to title; `m` opens the card's menu. Keys in an open
 * menu or dialog are ignored.
 */
export function useBoardKeys(board: RefObject<HTMLElement | null>): (event: KeyboardEvent) => void {
  return useCallback(
    (event) => {
      const { target, key } = event;
      const isHeld = event.altKey || event.ctrlKey || event.metaKey;
      if (isHeld || board.current === null || !(target instanceof HTMLElement)) return;
      const card = target.closest('[data-card]');
      if (!target.matches('.board-title') || card === null || !board.current.contains(card)) return;
      if (key.toLowerCase() === 'm') {
        const menu = card.querySelector('button');
        if (menu === null) return;
        event.preventDefault();
        menu.focus();
        menu.click();
        return;
      }
      const columns = titlesIn(board.current);
      const column = columns.findIndex((titles) => titles.includes(target));
      const isRightToLeft = getComputedStyle(board.current).direction === 'rtl';
      const counts = columns.map(({ length }) => length);
      const next = nextPosition({ column, card: columns[column]?.indexOf(target) ?? 0 }, key, counts, isRightToLeft);
      const found = next === null ? undefined : columns[next.column]?.[next.card];
      if (found === undefined) return;
      event.preventDefault();
      found.focus();
    },
    [board],
  );
}

const focusRetryInterval = 80;
const focusRetryTime = 800;

/**
 * Keeps the focus on a card that is moved to another column or back. `moving`: the ids of cards with a pending move. The
 * focus is restored only if it is on no element.
 */
export function useFocusOnMove(board: RefObject<HTMLElement | null>, moving: readonly string[]): void {
  const latest = moving.at(-1) ?? null;
  const moved = useRef<string | null>(null);
  useEffect(() => {
    moved.current = latest ?? moved.current;
    const id = moved.current;
    if (id === null) return;
    // A closing menu returns the focus, with a delay, to a button that no longer exists.
    const looking = setInterval(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      const title = board.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"] .board-title`);
      if (isLost) title?.focus();
    }, focusRetryInterval);
    const enough = setTimeout(() => clearInterval(looking), focusRetryTime);
    return () => {
      clearInterval(looking);
      clearTimeout(enough);
    };
  }, [board, latest]);
}

const titlesIn = (board: HTMLElement): HTMLElement[][] =>
  [...board.querySelectorAll('[data-column]')].map((column) => [
    ...column.querySelectorAll<HTMLElement>('[data-card] .board-title'),
  ]);
