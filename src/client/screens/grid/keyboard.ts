import { type RefObject, useEffect, useEffectEvent } from 'react';
import { keyInLine } from '../../view/text-direction.ts';
import { type Command, commandFor, type Focus, type Situation } from './keys.ts';

const editable =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="spinbutton"], .cell-editor';
const overThePage = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
/** Open dialogs. A toast with the role `alertdialog` is not one, because it does not block the page. */
const windows = '[role="dialog"], [role="alertdialog"]:not(.toast)';

/**
 * Runs the keyboard commands of a list, wherever the focus is on the page. Ignores keys in text inputs and while a dialog is
 * open.
 */
export function useListKeys(
  body: RefObject<HTMLElement | null>,
  situation: Omit<Situation, 'focus' | 'screenful'> & { readonly screenful: () => number },
  run: (command: Command) => void,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !(event.target instanceof Element)) return;
    if (event.target.closest(editable) !== null || event.target.closest(overThePage) !== null) return;
    if (document.querySelector(windows) !== null) return;
    const focus = focusOf(event.target, body.current);
    const command = commandFor(pressed(event), { ...situation, screenful: situation.screenful(), focus });
    if (command === null) return;
    event.preventDefault();
    run(command);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Returns the key press. Left and right are swapped if the text direction is right to left. */
const pressed = ({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent) => ({
  key: keyInLine(key),
  shiftKey,
  altKey,
  ctrlKey,
  metaKey,
});

function focusOf(target: Element, body: HTMLElement | null): Focus {
  if (body === null || !body.contains(target)) return 'page';
  if (target.matches('.table-row')) return 'row';
  return target.matches('[data-cell]') ? 'cell' : 'control';
}

/** Moves the focus within a row, to the next or previous cell or control. The row itself precedes the first one. */
export function moveInside(body: HTMLElement | null, step: 1 | -1): void {
  const row = document.activeElement?.closest<HTMLElement>('.table-row') ?? null;
  if (body === null || row === null || !body.contains(row)) return;
  const stops = [row, ...row.querySelectorAll<HTMLElement>('[data-cell], a, button, input')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus();
}

/** Moves the focus from a cell or control to its row. */
export function leaveControl(): void {
  document.activeElement?.closest<HTMLElement>('.table-row')?.focus();
}
