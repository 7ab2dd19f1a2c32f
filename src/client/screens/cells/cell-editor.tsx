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
  /** It stays open, with what was typed. */
  readonly onRefused: () => void;
}

/** Stands over the page, and belongs to the input all the same. */
const overlays = '.popover, [role="dialog"], [role="listbox"], .toasts';

const isInside = (root: Element | null, element: Element): boolean =>
  root?.contains(element) === true || element.closest(overlays) !== null;

/** The input of a field in its row. What the server refuses stays typed, and says why. */
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
  // The version that the person saw: a later one in which this field is the same is as good.
  const seen = useRef(record);
  if (sameJson(fieldValue(record, name), fieldValue(seen.current, name))) seen.current = record;
  // What is typed, also before it is drawn; whether it is under way, done with, or gone with its row.
  const now = useRef({ value, isBusy: false, isOver: false, isGone: false });

  const isHere = () => {
    const at = document.activeElement;
    return at === null || at === document.body || isInside(root.current, at);
  };
  const end = (move: CellEnd['move']) => {
    now.current.isOver = true;
    // What the row shows may be what was refused.
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
  /** It is no value, and is not sent. */
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

  // A press elsewhere saves, as in any table that one types in.
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
    // Of a list that is open beside it: that is closed first.
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
    // Behind what the input itself does with it: an entry that is marked in its list is chosen by it.
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

/** Enter in a text of several lines saves, too: with Shift it begins a line. On a button it presses it. */
const savesWith = ({ shiftKey, ctrlKey, metaKey }: KeyboardEvent, target: Element): boolean =>
  ctrlKey || metaKey || (!shiftKey && target.closest('button') === null);

/** What is chosen from a list is meant; what a search box is emptied of is not, for one goes on typing. */
const isChosen = (kind: string, value: Json): boolean =>
  kind === 'choice' || kind === 'role' || (kind === 'reference' && value !== null);
