import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type KeyboardEvent, use, useLayoutEffect, useRef, useState } from 'react';
import type { Json } from '../../engine/core/intent.ts';
import { unreadableTextOf } from '../../fields/text/unreadable-text.ts';
import { IconButton } from '../components/button.tsx';
import { ComboBox, type ComboOption } from '../components/combo-box.tsx';
import { focusFirst } from '../components-base/focus-restore.ts';
import { useDebounced } from '../components-base/use-debounced.ts';
import { useLabels } from '../data/records.ts';
import { boundsText } from '../input-parts/bounds-text.ts';
import { CheckChoiceContext } from '../input-parts/check-choice.ts';
import type { ControlProps } from '../input-parts/control.ts';
import { CreateLink } from '../input-parts/create-link.tsx';
import { useOffered } from '../input-parts/edited-record.ts';
import { useBounds } from '../input-parts/use-bounds.ts';
import { useRecordTitle } from '../input-parts/use-title.ts';
import { messages } from '../languages/messages.ts';
import { nounInSentence } from '../languages/noun-in-sentence.ts';
import { useView } from '../view/view-context.tsx';
import { unmatchedText } from './reference.tsx';

const words = messages.inputs.records;

/** Input for several references, each found by its title. Ordered if the field keeps an order. */
export function RecordsInput(props: ControlProps) {
  const { type, value, onChange, ids, ariaLabel, describedBy, locked } = props;
  const entity = type.kind === 'references' ? type.entity : '';
  const isOrdered = type.kind === 'references' && type.ordered;
  const { schema } = useView();
  const [least, most] = useCount(type);
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState(false);
  const [known, setKnown] = useState<readonly ComboOption[]>([]);
  const [told, setTold] = useState('');
  const root = useRef<HTMLFieldSetElement>(null);
  const goTo = useGoTo(root);
  const q = useDebounced(search);
  const labels = useLabels(entity, q, asked && !locked, useOffered(props));
  const chosen = idsIn(value);
  const judge = use(CheckChoiceContext);
  const unchosen = Array.isArray(value)
    ? (value as readonly Json[]).filter((each) => unreadableTextOf(each) !== null)
    : [];
  const found = (labels.data?.items ?? [])
    .filter(({ id }) => !chosen.includes(id))
    .map(({ id, title, record }): ComboOption => {
      const reason = record === undefined ? null : (judge?.(props.attribute.name, [...chosen, id], record) ?? null);
      return { id, label: title, ...(reason === null ? {} : { reason }) };
    });
  const label = schema.entities.get(entity)?.entity.label ?? entity;
  const isFull = most !== null && chosen.length >= most;
  const change = (next: readonly string[], unread: readonly Json[] = unchosen) =>
    onChange(next.length + unread.length === 0 ? null : [...next, ...unread]);
  const add = (option: ComboOption | null) => {
    if (option === null || chosen.includes(option.id)) return change(chosen, []);
    setKnown((before) => [...before.filter(({ id }) => id !== option.id), option]);
    setTold(words.added({ title: option.label }));
    change([...chosen, option.id], []);
  };
  const remove = (index: number, title: string) => {
    setTold(words.removed({ title }));
    goTo({ index: Math.min(index, chosen.length - 2), what: 'remove' });
    change(chosen.filter((_, at) => at !== index));
  };
  const move = (index: number, by: -1 | 1) => {
    const next = [...chosen];
    const [moved] = next.splice(index, 1);
    if (moved === undefined || index + by < 0 || index + by >= chosen.length) return;
    next.splice(index + by, 0, moved);
    goTo({ index: index + by, what: by === -1 ? 'up' : 'down' });
    change(next);
  };
  const hint = boundsText(least, most);
  const hintId = `${ids.control}-count`;
  const described = [describedBy, hint === '' || locked ? undefined : hintId].filter((each) => each !== undefined);
  return (
    <fieldset
      ref={root}
      className="records"
      aria-label={ariaLabel}
      aria-labelledby={ariaLabel === undefined ? ids.label : undefined}
      aria-describedby={described.join(' ') || undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onBlur();
      }}
    >
      {chosen.length > 0 && (
        <ul className="picks" data-ordered={isOrdered || undefined}>
          {chosen.map((id, index) => (
            <Chip
              key={id}
              {...{ id, entity, index, known, isOrdered, locked }}
              record={props.record}
              count={chosen.length}
              invalid={props.failures.some(({ pointer }) => pointer.endsWith(`/${props.attribute.name}/${index}`))}
              onRemove={(title) => remove(index, title)}
              onMove={(by) => move(index, by)}
            />
          ))}
        </ul>
      )}
      {locked && chosen.length === 0 && <span className="records-none">{messages.inputs.empty}</span>}
      {!locked && !isFull && (
        <ComboBox
          id={ids.control}
          label={chosen.length === 0 ? (ariaLabel ?? props.label) : words.addTo({ label: ariaLabel ?? props.label })}
          describedBy={described.join(' ') || undefined}
          invalid={props.invalid}
          required={props.required && chosen.length === 0}
          autoFocus={props.autoFocus}
          options={found}
          value={null}
          onChange={add}
          unread={unreadableTextOf(unchosen[0] ?? null)?.text}
          onUnread={(text) => change(chosen, [unmatchedText(text)])}
          onSearch={setSearch}
          onFocus={() => setAsked(true)}
          onEmptyBack={() => goTo({ index: chosen.length - 1, what: 'remove' })}
          busy={labels.isFetching || q !== search.trim()}
          note={
            labels.isError ? messages.inputs.labelsFailed : labels.data?.next ? messages.inputs.moreResults : undefined
          }
          placeholder={messages.inputs.search({ entity: nounInSentence(label) })}
        />
      )}
      {!locked && (
        <div className="records-foot">
          <CreateLink entity={entity} />
          {hint !== '' && (
            <span className="records-count" id={hintId}>
              {hint}
            </span>
          )}
        </div>
      )}
      <span className="reader-only" aria-live="polite">
        {told}
      </span>
    </fieldset>
  );
}

interface ChipProps {
  readonly id: string;
  readonly entity: string;
  readonly index: number;
  readonly count: number;
  readonly known: readonly ComboOption[];
  readonly isOrdered: boolean;
  readonly locked: boolean;
  readonly invalid: boolean;
  readonly record: ControlProps['record'];
  readonly onRemove: (title: string) => void;
  readonly onMove: (by: -1 | 1) => void;
}

/** A chosen record: its title, and buttons to remove and move it. Delete and Backspace also remove it. */
function Chip(props: ChipProps) {
  const { index, count, isOrdered, onMove } = props;
  const title = useRecordTitle(props.record, props.entity, props.id, props.known);
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    props.onRemove(title);
  };
  return (
    <li className="pick" data-invalid={props.invalid || undefined} data-at={index}>
      {isOrdered && <span className="pick-place">{index + 1}</span>}
      <span className="pick-title">{title}</span>
      {!props.locked && (
        <span className="pick-tools" onKeyDown={keys}>
          {isOrdered && count > 1 && (
            <>
              <span data-tool="up">
                {index > 0 && (
                  <IconButton
                    size="small"
                    label={words.up({ title })}
                    icon={<ArrowUp size={14} aria-hidden />}
                    onPress={() => onMove(-1)}
                  />
                )}
              </span>
              <span data-tool="down">
                {index < count - 1 && (
                  <IconButton
                    size="small"
                    label={words.down({ title })}
                    icon={<ArrowDown size={14} aria-hidden />}
                    onPress={() => onMove(1)}
                  />
                )}
              </span>
            </>
          )}
          <span data-tool="remove">
            <IconButton
              size="small"
              label={words.remove({ title })}
              icon={<X size={14} aria-hidden />}
              onPress={() => props.onRemove(title)}
            />
          </span>
        </span>
      )}
    </li>
  );
}

/** Returns the least and greatest number of records; null if there is no bound. */
function useCount(type: ControlProps['type']): readonly [least: number | null, most: number | null] {
  const bounds = useBounds();
  if (type.kind !== 'references') return [null, null];
  return [type.min && bounds(type.min), type.max && bounds(type.max)];
}

interface Goal {
  readonly index: number;
  readonly what: 'up' | 'down' | 'remove';
}

/** Moves the focus after the chips were re-rendered; to the search input if no chip is left. */
function useGoTo(root: { readonly current: HTMLElement | null }) {
  const goal = useRef<Goal | null>(null);
  const [, draw] = useState(0);
  // In the layout effect of the next render: an earlier effect would look for the old chips.
  useLayoutEffect(() => {
    const { current } = goal;
    if (current === null || root.current === null) return;
    goal.current = null;
    const chip = root.current.querySelector(`.pick[data-at="${current.index}"]`);
    if (chip === null) root.current.querySelector<HTMLElement>('.combo-input')?.focus();
    else if (!focusFirst(chip.querySelector(`[data-tool="${current.what}"]`)))
      focusFirst(chip.querySelector('[data-tool="remove"]'));
  });
  return (next: Goal) => {
    goal.current = next;
    draw((before) => before + 1);
  };
}

const idsIn = (value: Json): readonly string[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter((id) => typeof id === 'string') : [];
