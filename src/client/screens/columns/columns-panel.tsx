import { ArrowDown, ArrowUp, GripVertical, Minus, Plus } from 'lucide-react';
import { type PointerEvent, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { messages } from '../../languages/messages.ts';
import { type Grouping, GroupingChoice } from '../grouping/grouping-choice.tsx';
import { usualWidth } from './columns.ts';
import type { ColumnsInHand } from './use-columns.ts';
import '../../styles/table-tools.css';

/** Pixels by which a button press widens or narrows a column. */
const step = 24;

/**
 * The list of columns. A checkbox shows or hides each column; dragging its grip or pressing its buttons moves it, and other
 * buttons change its width.
 */
export function ColumnsPanel(props: ColumnsInHand & { readonly grouping: Grouping | null }) {
  const { columns, possible, switchColumn, move, resize, isChanged, reset, grouping } = props;
  const list = useRef<HTMLUListElement>(null);
  const [told, setTold] = useState('');
  const [dragged, setDragged] = useState<{ readonly name: string; readonly to: number } | null>(null);
  const shown = new Map(columns.map((column, index) => [column.name, { column, index }] as const));
  const put = (name: string, label: string, to: number) => {
    move(name, to);
    setTold(messages.listTools.columnMoved({ label, place: to + 1, of: columns.length }));
  };
  const drag = (event: PointerEvent<HTMLElement>, name: string, label: string, from: number) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const { currentTarget, pointerId } = event;
    currentTarget.setPointerCapture(pointerId);
    const listening = new AbortController();
    const { signal } = listening;
    let to = from;
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      to = placeAt(list.current, clientY, columns.length);
      setDragged({ name, to });
    };
    const end = (isKept: boolean) => {
      listening.abort();
      setDragged(null);
      if (isKept && to !== from) put(name, label, to);
    };
    const key = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return;
      pressed.stopPropagation();
      end(false);
    };
    currentTarget.addEventListener('pointermove', follow, { signal });
    currentTarget.addEventListener('pointerup', () => end(true), { signal });
    currentTarget.addEventListener('pointercancel', () => end(false), { signal });
    globalThis.addEventListener('keydown', key, { signal, capture: true });
  };
  return (
    <div className="columns-menu">
      {grouping !== null && <GroupingChoice {...grouping} />}
      <p className="table-hint">{messages.listTools.columnsHint}</p>
      <ul className="columns-list" ref={list}>
        {possible.map(({ name, label, isShown }) => {
          const at = shown.get(name);
          const landing = dragged !== null && at?.index === dragged.to && dragged.name !== name;
          const from = dragged === null ? -1 : (shown.get(dragged.name)?.index ?? -1);
          return (
            <li
              key={name}
              className="columns-row"
              data-dragged={dragged?.name === name || undefined}
              data-landing={landing ? (dragged.to > from ? 'after' : 'before') : undefined}
            >
              <span
                className="columns-grip"
                aria-hidden
                data-idle={at === undefined || undefined}
                onPointerDown={(event) => at !== undefined && drag(event, name, label, at.index)}
              >
                <GripVertical size={14} />
              </span>
              <Checkbox checked={isShown} onChange={() => switchColumn(name)}>
                {label}
              </Checkbox>
              {at !== undefined && (
                <span className="columns-buttons">
                  <Small
                    label={messages.listTools.columnUp({ label })}
                    isOff={at.index === 0}
                    onPress={() => put(name, label, at.index - 1)}
                  >
                    <ArrowUp size={13} aria-hidden />
                  </Small>
                  <Small
                    label={messages.listTools.columnDown({ label })}
                    isOff={at.index === columns.length - 1}
                    onPress={() => put(name, label, at.index + 1)}
                  >
                    <ArrowDown size={13} aria-hidden />
                  </Small>
                  <Small
                    label={messages.listTools.columnNarrower({ label })}
                    onPress={() => resize(name, (at.column.width ?? usualWidth(at.column)) - step)}
                  >
                    <Minus size={13} aria-hidden />
                  </Small>
                  <Small
                    label={messages.listTools.columnWider({ label })}
                    onPress={() => resize(name, (at.column.width ?? usualWidth(at.column)) + step)}
                  >
                    <Plus size={13} aria-hidden />
                  </Small>
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <p className="reader-only" aria-live="polite">
        {told}
      </p>
      {isChanged && (
        <Button size="small" variant="quiet" onPress={reset}>
          {messages.listTools.columnsReset}
        </Button>
      )}
    </div>
  );
}

interface SmallProps {
  readonly label: string;
  /** Uses `aria-disabled`, so that the button stays in place and focusable. */
  readonly isOff?: boolean;
  readonly onPress: () => void;
  readonly children: React.ReactNode;
}

function Small({ label, isOff = false, onPress, children }: SmallProps) {
  return (
    <button
      type="button"
      className="columns-button"
      aria-label={label}
      title={label}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onPress()}
    >
      {children}
    </button>
  );
}

/** Returns the index of the visible column at a viewport y coordinate. The list has the `count` visible columns first. */
function placeAt(list: HTMLElement | null, y: number, count: number): number {
  const rows = [...(list?.children ?? [])].slice(0, count);
  const at = rows.findIndex((row) => y <= row.getBoundingClientRect().bottom);
  return at === -1 ? count - 1 : at;
}
