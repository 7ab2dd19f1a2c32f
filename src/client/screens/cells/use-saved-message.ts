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

/** What is told of the cell that was saved last. Whoever goes from cell to cell sees one message, and takes back the last. */
let lastOne: { readonly takeAway: () => void; readonly forgetKey: () => void } | null = null;

/** Says that a cell of a list was saved; `after` null: one may not read any more what one wrote. */
type TellSaved = (before: WireRecord, after: WireRecord | null, list: Element | null) => void;

/**
 * Says that a cell was saved. What was there before can be had back, by a button and right after by a key: it is written
 * over the version that was just saved and no other, so that nothing is lost that somebody changed since.
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

/** It is no longer the last. */
function forgetLast(): void {
  lastOne?.takeAway();
  lastOne?.forgetKey();
  lastOne = null;
}

/** Calls `undo` for Ctrl or Cmd and Z in a list, but not where somebody types, until the answer is called. */
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
