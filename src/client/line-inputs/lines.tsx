import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, use, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Attribute } from '../../model/lookups/schema.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Button, IconButton } from '../components/button.tsx';
import { Failures, Warnings } from '../components/field.tsx';
import { focusFirst } from '../components-base/focus-restore.ts';
import { usePrincipal } from '../data/use-principal.ts';
import { type CheckChoice, CheckChoiceContext } from '../input-parts/check-choice.ts';
import type { ControlProps } from '../input-parts/control.ts';
import { EditedRecordContext } from '../input-parts/edited-record.ts';
import { LineLimits } from '../input-parts/line-limits.tsx';
import { messages } from '../languages/messages.ts';
import { nounInSentence } from '../languages/noun-in-sentence.ts';
import { isNumeric, shownText } from '../view/display-value.ts';
import { columnLabel } from '../view/line-columns.ts';
import { useLoadedEngine } from '../view/use-compiled-model.ts';
import { useView } from '../view/view-context.tsx';
import {
  cellOf,
  failuresByCell,
  type LineJson,
  linesOf,
  moved,
  removed,
  replaced,
  withCell,
  withDefaults,
} from './change-lines.ts';
import { ReadOnlyLines } from './read-only-lines.tsx';
import { useLineKeys } from './use-line-keys.ts';

/** Owned lines: an input, or a table if they can't be changed. */
export const LinesInput = (props: ControlProps) =>
  props.locked ? <ReadOnlyLines {...props} /> : <OpenLines {...props} />;

/** Input for owned lines, edited in place. The list is one value and is sent as a whole. */
function OpenLines(props: ControlProps) {
  const { type, value, onChange, failures, ids, ariaLabel } = props;
  const {
    columns: all,
    entity,
    label,
    plural,
    isClosed,
    removalRefusalAt,
  } = useLineEntity(type.kind === 'list' ? type.entity : '', props);
  const lines = linesOf(value);
  const start = useStart(entity);
  const context = useView();
  const isHidden = (index: number, column: Attribute) =>
    props.hidden.has(`${props.attribute.name}/${index}/${column.name}`) ||
    (column.kind === 'state' && cellOf(lines[index] ?? {}, column.name) === null);
  // Columns that no line shows are omitted.
  const columns = all.filter((column) =>
    lines.length === 0 ? column.kind === 'field' : lines.some((_, index) => !isHidden(index, column)),
  );
  const keys = useLineKeys(lines.length);
  const body = useRef<HTMLFieldSetElement>(null);
  const goTo = useGoTo(body);
  const [announcement, setAnnouncement] = useState('');
  const judge = use(CheckChoiceContext);
  const judgeIn = (index: number): CheckChoice | null =>
    judge &&
    ((field, chosen, record) =>
      judge(props.attribute.name, [...replaced(lines, index, withCell(lines[index] ?? {}, field, chosen))], record));
  const failing = failuresByCell(failures);
  const warning = failuresByCell(props.warnings);
  const change = (next: readonly LineJson[]) => onChange(next.length === 0 ? null : next);

  const add = () => {
    keys.add();
    change([...lines, {}]);
    setAnnouncement(messages.inputs.lines.added({ entity: label, count: lines.length + 1 }));
    goTo({ line: lines.length, what: 'cell', column: 0 });
  };
  const remove = (index: number) => {
    keys.remove(index);
    change(removed(lines, index));
    setAnnouncement(messages.inputs.lines.removed({ entity: label, count: lines.length - 1 }));
    goTo({ line: Math.min(index, lines.length - 2), what: 'remove', column: 0 });
  };
  const move = (index: number, by: -1 | 1) => {
    keys.move(index, by);
    change(moved(lines, index, by));
    setAnnouncement(messages.inputs.lines.moved({ entity: label, position: index + by + 1 }));
    goTo({ line: index + by, what: by === -1 ? 'up' : 'down', column: 0 });
  };
  const onEnter = (event: KeyboardEvent<HTMLElement>, index: number, column: number) => {
    if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof HTMLInputElement) || event.target.getAttribute('aria-expanded') === 'true') return;
    event.preventDefault();
    if (index === lines.length - 1) add();
    else goTo({ line: index + 1, what: 'cell', column });
  };

  return (
    <fieldset
      className="lines"
      aria-label={ariaLabel}
      aria-labelledby={ariaLabel === undefined ? ids.label : undefined}
      aria-describedby={props.describedBy}
      ref={body}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onBlur();
      }}
    >
      {lines.length === 0 ? (
        <p className="lines-none">{messages.inputs.lines.none({ plural: nounInSentence(plural) })}</p>
      ) : (
        <div className="lines-scroll">
          <table className="lines-table">
            <thead>
              <tr>
                {columns.map((column) => (
                  <th
                    key={column.id}
                    scope="col"
                    data-element={column.id}
                    data-number={isNumeric(column.type) || undefined}
                  >
                    {columnLabel(column)}
                    {column.kind === 'field' && column.field.required && (
                      <span className="field-required" aria-hidden="true">
                        *
                      </span>
                    )}
                    {column.kind === 'field' && !column.field.requiredShown && (
                      <span className="not-shown" title={messages.inputs.requiredNotShown}>
                        <span aria-hidden="true">?</span>
                        <span className="reader-only">{messages.inputs.requiredNotShown}</span>
                      </span>
                    )}
                  </th>
                ))}
                <th scope="col" className="lines-tools">
                  <span className="reader-only">{messages.inputs.lines.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line, index) => (
                <tr key={keys.at(index)} data-line={index}>
                  {columns.map((column, at) =>
                    isHidden(index, column) ? (
                      <td key={column.id} className="lines-cell" data-hidden="" data-label={columnLabel(column)} />
                    ) : column.kind === 'state' ? (
                      <td key={column.id} className="lines-cell lines-shown" data-label={columnLabel(column)}>
                        {shownText(context, column.type, cellOf(line, column.name))}
                      </td>
                    ) : (
                      <Cell
                        key={column.id}
                        judge={judgeIn(index)}
                        column={column}
                        entity={entity}
                        name={messages.inputs.lines.cell({
                          label: columnLabel(column),
                          entity: nounInSentence(label),
                          position: index + 1,
                        })}
                        line={line}
                        start={start}
                        onChange={(next) => change(replaced(lines, index, next))}
                        onKeyDown={(event) => onEnter(event, index, at)}
                        failures={[...failing(index, column.name), ...(at === 0 ? failing(index, '') : [])]}
                        warnings={[...warning(index, column.name), ...(at === 0 ? warning(index, '') : [])]}
                        isClosed={isClosed(line)}
                        record={props.record}
                        cell={props.cell}
                      />
                    ),
                  )}
                  <td className="lines-tools">
                    <div className="lines-buttons">
                      <Tool
                        what="up"
                        show={lines.length > 1}
                        can={index > 0}
                        onPress={() => move(index, -1)}
                        label={messages.inputs.lines.up({ entity: nounInSentence(label), position: index + 1 })}
                      />
                      <Tool
                        what="down"
                        show={lines.length > 1}
                        can={index < lines.length - 1}
                        onPress={() => move(index, 1)}
                        label={messages.inputs.lines.down({ entity: nounInSentence(label), position: index + 1 })}
                      />
                      <span data-tool="remove">
                        <ActionButton
                          iconOnly
                          variant="quiet"
                          size="small"
                          label={messages.inputs.lines.remove({ entity: nounInSentence(label), position: index + 1 })}
                          icon={<Trash2 size={14} aria-hidden />}
                          refusal={removalRefusalAt(line, index + 1)}
                          onPress={() => remove(index)}
                        />
                      </span>
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="lines-foot">
        <span data-tool="add">
          <Button size="small" icon={<Plus size={14} aria-hidden />} onPress={add}>
            {messages.inputs.lines.add({ entity: nounInSentence(label) })}
          </Button>
        </span>
        <LineLimits type={type} />
      </div>
      <span className="reader-only" aria-live="polite">
        {announcement}
      </span>
    </fieldset>
  );
}

interface CellProps {
  /** Checks a record chosen in this line. */
  readonly judge: CheckChoice | null;
  readonly column: Attribute;
  readonly entity: string;
  readonly name: string;
  readonly line: LineJson;
  /** Default values of a new line. */
  readonly start: LineJson;
  readonly onChange: (line: LineJson) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly failures: ControlProps['failures'];
  readonly warnings: ControlProps['warnings'];
  /** The line is in a state in which it can't be changed. */
  readonly isClosed: boolean;
  readonly record: ControlProps['record'];
  readonly cell: ControlProps['cell'];
}

function Cell(props: CellProps) {
  const { column, entity, name, line, onChange, onKeyDown, failures, warnings, record, cell: CellInput } = props;
  const id = useId();
  const describing = [
    ...(failures.length > 0 ? [`${id}-failures`] : []),
    ...(warnings.length > 0 ? [`${id}-warnings`] : []),
  ];
  return (
    <td
      className="lines-cell"
      data-label={columnLabel(column)}
      data-number={isNumeric(column.type) || undefined}
      data-kind={column.type.kind}
      onKeyDown={onKeyDown}
    >
      <EditedRecordContext value={{ id: null, currentValue: (name) => cellOf(withDefaults(line, props.start), name) }}>
        <CheckChoiceContext value={props.judge}>
          <CellInput
            entity={entity}
            attribute={column}
            value={cellOf(withDefaults(line, props.start), column.name)}
            onChange={(value) => onChange(withCell(line, column.name, value))}
            failures={failures}
            label={name}
            record={record}
            replaces={cellOf(line, 'id') !== null}
            locked={props.isClosed}
            describedBy={describing.length > 0 ? describing.join(' ') : undefined}
          />
        </CheckChoiceContext>
      </EditedRecordContext>
      <Failures failures={failures} id={`${id}-failures`} />
      <Warnings warnings={warnings} id={`${id}-warnings`} />
    </td>
  );
}

/** A move button; keeps its place if the line can't be moved in that direction. */
function Tool({
  what,
  show,
  can,
  onPress,
  label,
}: {
  readonly what: 'up' | 'down';
  readonly show: boolean;
  readonly can: boolean;
  readonly onPress: () => void;
  readonly label: string;
}) {
  if (!show) return null;
  const icon = what === 'up' ? <ArrowUp size={14} aria-hidden /> : <ArrowDown size={14} aria-hidden />;
  return (
    <span data-tool={what} data-still={!can || undefined}>
      {can ? <IconButton size="small" label={label} icon={icon} onPress={onPress} /> : <span className="tool-place" />}
    </span>
  );
}

function useLineEntity(name: string, { entity: owner, attribute, record }: ControlProps) {
  const { entity, schema } = useView();
  const { model: compiled, lineRemovalRefusal } = useLoadedEngine();
  const compiledEntity = compiled.entities.get(name);
  const found = entity(name);
  const model = schema.entities.get(name);
  const taken = entity(owner)?.lineInputs.find(({ list }) => list === attribute.name);
  const typed = new Set((record === null ? taken?.create : taken?.change) ?? found?.createInputs ?? []);
  const all = [...(model?.attributes.values() ?? [])];
  const columns = all.filter(
    (each) =>
      each.kind === 'state' || (each.kind === 'field' && (found === null ? isTyped(each) : typed.has(each.name))),
  );
  const isClosed = (line: LineJson) =>
    (compiledEntity?.machines ?? []).some(({ machine, editable, final }) => {
      const state = machine.stateless ? null : cellOf(line, machine.name);
      return typeof state === 'string' && (final.has(state) || editable?.has(state) !== true);
    });
  const label = model?.entity.label ?? name;
  const removalRefusalAt = (line: LineJson, position: number) => lineRemovalRefusal(name, line, position);
  return { entity: name, columns, label, plural: model?.entity.plural ?? label, isClosed, removalRefusalAt };
}

const NOTHING: LineJson = {};

/** Returns the default values of a new line. They are not sent; the server adds them. */
function useStart(entity: string): LineJson {
  const engine = useLoadedEngine();
  const who = usePrincipal(engine, entity);
  return useMemo(
    () => (who === null || !engine.model.entities.has(entity) ? NOTHING : engine.newLineDefaults(who, entity)),
    [engine, who, entity],
  );
}

const isTyped = (attribute: Attribute): boolean =>
  attribute.kind === 'field' && attribute.field.computed === null && !attribute.field.byProduct;

interface Goal {
  readonly line: number;
  readonly what: 'cell' | 'up' | 'down' | 'remove';
  readonly column: number;
}

/** Moves the focus after the lines were re-rendered, to the goal or what is nearest to it. */
function useGoTo(root: { readonly current: HTMLElement | null }) {
  const goal = useRef<Goal | null>(null);
  // In the layout effect of the next render: an earlier effect would look for lines that are not rendered yet.
  useLayoutEffect(() => {
    const { current } = goal;
    if (current === null || root.current === null) return;
    goal.current = null;
    const row = root.current.querySelector(`tr[data-line="${current.line}"]`);
    if (row === null) focusFirst(root.current.querySelector('[data-tool="add"]'));
    else if (current.what === 'cell') focusFirst(row.querySelectorAll('.lines-cell')[current.column] ?? row);
    else if (!focusFirst(row.querySelector(`[data-tool="${current.what}"]`)))
      focusFirst(row.querySelector('.lines-tools'));
  });
  return (next: Goal) => {
    goal.current = next;
  };
}
