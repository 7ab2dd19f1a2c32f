import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Json } from '../../../engine/core/intent.ts';
import type { Problem, WireFailure, WireRecord } from '../../../engine/core/wire-format.ts';
import { unreadableTextOf } from '../../../fields/text/unreadable-text.ts';
import { invalidateChanged } from '../../api/changed-records.ts';
import { useQueryKey } from '../../api/query-keys.ts';
import { ProblemError } from '../../api/request.ts';
import { Button } from '../../components/button.tsx';
import { Failures } from '../../components/field.tsx';
import { focusFirst } from '../../components-base/focus-restore.ts';
import { adoptRecords } from '../../data/adopt-answers.ts';
import { showStoredHere } from '../../data/unsent.ts';
import { useChangeOf } from '../../data/writes.ts';
import { unreadFailures } from '../../input-parts/unread-failures.ts';
import { Input } from '../../inputs/index.tsx';
import { messages } from '../../languages/messages.ts';
import { sameJson } from '../../platform/same-json.ts';
import { TypingNotice } from '../../presence/typing-notice.tsx';
import { useToast } from '../../toasts/toasts.tsx';
import { useWarnings } from '../../toasts/use-warnings.ts';
import { fieldText, fieldValue, shownText } from '../../view/display-value.ts';
import { useView } from '../../view/view-context.tsx';
import type { Column } from '../columns/columns.ts';
import type { CellEnd } from './use-cells.ts';
import { useSaved } from './use-saved-message.ts';
import '../../styles/cell-editor.css';

export interface CellEditorProps {
  readonly record: WireRecord;
  readonly column: Column;
  readonly onEnd: (end: CellEnd) => void;
  /** Called when the server refuses the value. The editor stays open with what the person typed. */
  readonly onRefused: () => void;
}

/** Overlays that belong to the input although they are rendered outside the editor. */
const overlays = '.popover, [role="dialog"], [role="listbox"], .toasts';

const isInside = (root: Element | null, element: Element): boolean =>
  root?.contains(element) === true || element.closest(overlays) !== null;

/** Edits a field inside its row. If the server refuses the value, the editor keeps it and shows the reason. */
export function CellEditor({ record, column, onEnd, onRefused }: CellEditorProps) {
  const { name, attribute, label } = column;
  const words = useView();
  const client = useQueryClient();
  const key = useQueryKey();
  const say = useToast();
  const warn = useWarnings();
  const { mutateAsync: change } = useChangeOf(record._.entity);
  const tellSaved = useSaved(column, change);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<Element>(null);
  const [value, setValue] = useState<Json>(() => fieldValue(record, name));
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  // The record version that the person saw. A later version replaces it if this field has the same value there.
  const seen = useRef(record);
  if (sameJson(fieldValue(record, name), fieldValue(seen.current, name))) seen.current = record;
  // The current value, also before it is rendered; whether a save is in flight, editing is over, or the editor is unmounted.
  const now = useRef({ value, isBusy: false, isOver: false, isGone: false });

  const isHere = () => {
    const at = document.activeElement;
    return at === null || at === document.body || isInside(root.current, at);
  };
  const end = (move: CellEnd['move']) => {
    now.current.isOver = true;
    // The refusal may mean that the row is outdated.
    if (problem !== null) invalidateChanged(client, words.view, [{ entity: record._.entity, id: record.id }]);
    onEnd({ move, isHere: isHere() });
  };
  const isTyped = () => !sameJson(now.current.value, fieldValue(seen.current, name));
  const tellLost = () => {
    const typed = unreadableTextOf(now.current.value)?.text ?? shownText(words, attribute.type, now.current.value);
    say({
      title: messages.cells.lost({ title: record._.title }),
      text: messages.cells.lostText({ field: label, typed }),
      tone: 'danger',
    });
  };
  /** Shows the failures of a value that can't be parsed, which is not sent. */
  const refuse = (failures: readonly WireFailure[]) => {
    const [{ code = '', message = '' } = {}] = failures;
    onRefused();
    setProblem({ type: '', instance: '', title: message, status: 422, code, detail: message, failures });
    if (now.current.isGone) tellLost();
  };
  const save = async (move: CellEnd['move']): Promise<void> => {
    if (now.current.isBusy || now.current.isOver) return;
    if (!isTyped()) return end(move);
    const unread = unreadFailures(Object.fromEntries([[name, now.current.value]]));
    if (unread.length > 0) return refuse(unread);
    now.current.isBusy = true;
    setBusy(true);
    try {
      const input = Object.fromEntries([[name, now.current.value]]);
      const before = seen.current;
      const after = await change({ id: record.id, etag: before._.etag, input });
      warn(after);
      tellSaved(before, after, list.current);
      end(move);
    } catch (error) {
      if (showStoredHere(say, error)) return end(move);
      if (!(error instanceof ProblemError)) throw error;
      const { current } = error.problem;
      if (current !== undefined) {
        seen.current = current;
        adoptRecords(client, key, record._.entity, [current]);
      }
      onRefused();
      setProblem(error.problem);
      if (now.current.isGone) tellLost();
    } finally {
      now.current.isBusy = false;
      setBusy(false);
    }
  };
  useEffect(() => {
    root.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (problem === null) return;
    if (document.activeElement === document.body) focusFirst(root.current);
  }, [problem]);

  // A press outside the editor saves, as in a spreadsheet.
  const pressed = useEffectEvent(({ target }: PointerEvent) => {
    if (target instanceof Element && !isInside(root.current, target)) void save(0);
  });
  useEffect(() => {
    const press = (event: PointerEvent) => pressed(event);
    document.addEventListener('pointerdown', press, true);
    return () => document.removeEventListener('pointerdown', press, true);
  }, []);
  const leave = useEffectEvent(() => {
    now.current.isGone = true;
    if (!now.current.isOver && !now.current.isBusy && isTyped()) tellLost();
  });
  useEffect(() => {
    now.current.isGone = false;
    list.current = root.current?.closest('.table-grid') ?? null;
    return () => leave();
  }, []);

  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    if (!(target instanceof Element) || root.current?.contains(target) !== true || event.nativeEvent.isComposing)
      return;
    // If a list of options is open, the key belongs to that list.
    const isOpen = target.getAttribute('aria-expanded') === 'true';
    const take = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (event.key === 'Escape' && !isOpen) {
      take();
      if (!now.current.isBusy) end(0);
      return;
    }
    if (event.key === 'Enter' && savesWith(event, target) && !isOpen) {
      take();
      return void save(0);
    }
    if (event.key !== 'Tab') return;
    event.preventDefault();
    // Deferred, so that the input handles Tab first: it picks the highlighted option of its list.
    setTimeout(() => void save(event.shiftKey ? -1 : 1));
  };

  const failures =
    problem === null ? [] : (problem.failures ?? []).length > 0 ? (problem.failures ?? []) : [of(problem)];
  const meanwhile = problem?.current === undefined ? null : fieldText(words, attribute, problem.current);
  const isRequired = attribute.kind === 'field' && attribute.field.required;
  return (
    <div
      ref={root}
      className="cell-editor"
      aria-busy={isBusy}
      data-kind={attribute.type.kind}
      onKeyDownCapture={onKeyDownCapture}
    >
      {!sameJson(value, fieldValue(seen.current, name)) && <TypingNotice entity={record._.entity} id={record.id} />}
      <Input
        entity={record._.entity}
        attribute={attribute}
        value={value}
        onChange={(next) => {
          if (now.current.isBusy) return;
          now.current.value = next;
          setValue(next);
          if (isChosen(attribute.type.kind, next)) void save(0);
        }}
        failures={problem?.failures}
        required={isRequired}
        record={record}
        label={messages.cells.name({ field: label, title: record._.title })}
        describedBy={`${id}-why ${id}-keys`}
        autoFocus
        bare
      />
      <span id={`${id}-keys`} className="reader-only">
        {messages.cells.keys}
      </span>
      <div id={`${id}-why`} role="alert">
        {problem !== null && (
          <div className="cell-refused">
            <Failures failures={failures} />
            {meanwhile !== null && (
              <p className="cell-now">
                {meanwhile === '' ? messages.cells.nowEmpty : messages.cells.now({ value: meanwhile })}
              </p>
            )}
          </div>
        )}
      </div>
      {problem !== null && (
        <div className="cell-ways">
          <Button size="small" busy={isBusy} onPress={() => void save(0)}>
            {messages.components.tryAgain}
          </Button>
          <Button size="small" variant="quiet" onPress={() => end(0)}>
            {messages.cells.cancel}
          </Button>
        </div>
      )}
    </div>
  );
}

const of = ({ code, detail, next }: Problem) => ({ code, message: detail, ...(next === undefined ? {} : { next }) });

/**
 * Whether Enter saves. Shift+Enter starts a new line in a multi-line text, and Enter presses a button; Ctrl or Cmd and Enter
 * always saves.
 */
const savesWith = ({ shiftKey, ctrlKey, metaKey }: KeyboardEvent, target: Element): boolean =>
  ctrlKey || metaKey || (!shiftKey && target.closest('button') === null);

/** Whether a change saves at once: picking an option does, but clearing a reference does not, as the person goes on typing. */
const isChosen = (kind: string, value: Json): boolean =>
  kind === 'choice' || kind === 'role' || (kind === 'reference' && value !== null);
