import { useQueryClient } from '@tanstack/react-query';
import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { useQueryKey } from '../../api/query-keys.ts';
import { ProblemError } from '../../api/request.ts';
import { adoptRecords } from '../../data/adopt-answers.ts';
import type { ChangeRequest } from '../../data/writes.ts';
import { messages } from '../../languages/messages.ts';
import { type Message, useToast } from '../../toasts/toasts.tsx';
import { fieldValue } from '../../view/display-value.ts';
import type { Column } from '../columns/columns.ts';
import { showUndoFailed } from '../record/undo.ts';

/** The toast and the undo key of the cell that was saved last. Only one is active: the next save replaces it. */
let lastOne: { readonly takeAway: () => void; readonly forgetKey: () => void } | null = null;

/** Shows that a cell was saved. `after` is null if the person can no longer read the record; there is no undo then. */
type TellSaved = (before: WireRecord, after: WireRecord | null, list: Element | null) => void;

/**
 * Returns a function that shows a toast for a saved cell, with an undo button and Ctrl or Cmd and Z in the list. The undo is
 * refused if somebody else changed the record since, or if this person changed the field again.
 */
export function useSaved(
  { name, label }: Column,
  change: (ask: ChangeRequest) => Promise<WireRecord | null>,
): TellSaved {
  const client = useQueryClient();
  const key = useQueryKey();
  const say = useToast();
  const tell = (message: Message, forgetKey: () => void = () => undefined) => {
    forgetLast();
    lastOne = { takeAway: say(message), forgetKey };
  };
  const takeBack = async (was: Json, what: string, after: WireRecord) => {
    const { id, _: info } = after;
    const { etag, entity } = info;
    forgetLast();
    try {
      await change({ id, etag, input: { [name]: was }, expected: { [name]: fieldValue(after, name) } });
      tell({ title: messages.record.undone, text: what, tone: 'info' });
    } catch (error) {
      const current = error instanceof ProblemError ? error.problem.current : undefined;
      if (current !== undefined) adoptRecords(client, key, entity, [current]);
      showUndoFailed(say, error, what);
    }
  };
  return (before, after, list) => {
    const what = messages.cells.name({ field: label, title: before._.title });
    const title = `${what}: ${messages.record.saved}`;
    if (after === null) return tell({ title });
    const onPress = () => void takeBack(fieldValue(before, name), what, after);
    tell({ title, action: { label: messages.record.undo, onPress } }, onUndoKey(list, onPress));
  };
}

/** Removes the toast and the undo key of the last saved cell. */
function forgetLast(): void {
  lastOne?.takeAway();
  lastOne?.forgetKey();
  lastOne = null;
}

/** Calls `undo` on Ctrl or Cmd and Z in the list, except in text inputs. Returns a function that stops listening. */
function onUndoKey(list: Element | null, undo: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey || event.defaultPrevented) return;
    if (!(target instanceof Element) || list?.contains(target) !== true) return;
    if (target.closest('.cell-editor, input:not([type="checkbox"])') !== null) return;
    event.preventDefault();
    undo();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}
