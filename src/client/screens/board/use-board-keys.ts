import { type KeyboardEvent, type RefObject, useCallback, useEffect } from 'react';
import { stepFrom } from './steps.ts';

/**
 * Keys on a board: arrows (and j, k) from title to title, `m` opens the menu that moves the card. A press that an open
 * menu or dialog takes is not ours.
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
      const next = stepFrom({ column, card: columns[column]?.indexOf(target) ?? 0 }, key, counts, isRightToLeft);
      const found = next === null ? undefined : columns[next.column]?.[next.card];
      if (found === undefined) return;
      event.preventDefault();
      found.focus();
    },
    [board],
  );
}

/** Keeps the focus with a card that went to another column while it had it. `moving` are the cards on their way. */
export function useFocusOnMove(board: RefObject<HTMLElement | null>, moving: readonly string[]): void {
  const ids = moving.join(' ');
  useEffect(() => {
    const last = ids.split(' ').at(-1) ?? '';
    if (last === '') return;
    // After the menu has closed and given the focus back to what is gone by now.
    const timer = setTimeout(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      const title = board.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(last)}"] .board-title`);
      if (isLost) title?.focus({ preventScroll: false });
    }, 120);
    return () => clearTimeout(timer);
  }, [board, ids]);
}

const titlesIn = (board: HTMLElement): HTMLElement[][] =>
  [...board.querySelectorAll('[data-column]')].map((column) => [
    ...column.querySelectorAll<HTMLElement>('[data-card] .board-title'),
  ]);
