import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import { stepFrom } from './allowed-moves.ts';

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

const looksEvery = 80;
const looksFor = 800;

/**
 * Keeps the focus with a card that goes to another column, or back, while it has it. `moving` are the cards on their
 * way. Only a focus that got lost is brought back: whoever is elsewhere by now stays there.
 */
export function useFocusOnMove(board: RefObject<HTMLElement | null>, moving: readonly string[]): void {
  const latest = moving.at(-1) ?? null;
  const moved = useRef<string | null>(null);
  useEffect(() => {
    moved.current = latest ?? moved.current;
    const id = moved.current;
    if (id === null) return;
    // A menu that closes gives the focus back to what is gone by now, and takes its time.
    const looking = setInterval(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      const title = board.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"] .board-title`);
      if (isLost) title?.focus();
    }, looksEvery);
    const enough = setTimeout(() => clearInterval(looking), looksFor);
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
