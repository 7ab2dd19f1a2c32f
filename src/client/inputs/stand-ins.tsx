import { CalendarDays, ChevronsUpDown, FileText, Plus, Upload } from 'lucide-react';
import type { Json } from '../../engine/core/intent.ts';
import { unreadOf } from '../../fields/text/unreadable-text.ts';
import { Button } from '../parts/button.tsx';
import { useView } from '../view/view.tsx';
import { Allowed } from './allowed.tsx';
import type { ChoiceOption } from './choice.tsx';
import { type ControlProps, naming } from './control.ts';
import { CreateLink } from './create-link.tsx';
import { useFileBounds, useTakes } from './file-bounds.ts';
import { fileOf } from './file-value.ts';
import type { StandInProps } from './later.tsx';
import { linesOf } from './lines-change.ts';
import { LinesTable } from './locked-lines.tsx';
import { inputTexts } from './texts.ts';
import { statedBounds } from './use-bounds.ts';
import { useTitle } from './use-title.ts';

/*
 * What stands in the place of inputs that come after the first drawing: as large as they are, with what stands in the
 * field as text.
 */

type Options = { readonly options: readonly ChoiceOption[] };

/** A choice from a list. */
export function SelectStandIn({ hold, options, ...props }: StandInProps<ControlProps & Options>) {
  const { value, ids, ariaLabel } = props;
  const chosen = options.find(({ id }) => id === value)?.label ?? (typeof value === 'string' ? value : '');
  const shownId = `${ids.control}-shown`;
  return (
    <div className="select" data-size="normal">
      <button
        {...naming({ ...props, required: false })}
        {...hold}
        type="button"
        className="control select-button"
        aria-labelledby={ariaLabel === undefined ? `${shownId} ${ids.label}` : undefined}
        aria-haspopup="listbox"
      >
        <span id={shownId} className="select-value" data-placeholder={chosen === '' || undefined}>
          {chosen === '' ? inputTexts.choose : chosen}
        </span>
        <ChevronsUpDown size={14} aria-hidden className="select-arrows" />
      </button>
    </div>
  );
}

/** A record of another entity. */
export function ReferenceStandIn({ hold, ...props }: StandInProps<ControlProps>) {
  const { type, value, record } = props;
  const entity = type.kind === 'reference' ? type.entity : '';
  const title = useTitle(record, entity, value);
  const label = useLabel(entity);
  return (
    <div className="reference">
      <Combo {...{ hold, props }} text={unreadOf(value)?.text ?? title} entity={label} />
      <CreateLink entity={entity} />
    </div>
  );
}

/** Several records of another entity. */
export function RecordsStandIn({ hold, ...props }: StandInProps<ControlProps>) {
  const { type, value, ids, ariaLabel, locked } = props;
  const entity = type.kind === 'references' ? type.entity : '';
  const label = useLabel(entity);
  const count =
    type.kind === 'references'
      ? inputTexts.lines.bounds(type.min && statedBounds(type.min), type.max && statedBounds(type.max))
      : '';
  const chosen = Array.isArray(value) ? (value as readonly Json[]).filter((id) => typeof id === 'string') : [];
  return (
    <fieldset
      className="records"
      aria-label={ariaLabel}
      aria-labelledby={ariaLabel === undefined ? ids.label : undefined}
      aria-describedby={props.describedBy}
    >
      {chosen.length > 0 && (
        <ul className="picks" data-ordered={(type.kind === 'references' && type.ordered) || undefined}>
          {chosen.map((id) => (
            <li key={id} className="pick">
              <Title record={props.record} entity={entity} id={id} />
            </li>
          ))}
        </ul>
      )}
      {locked && chosen.length === 0 && <span className="records-none">{inputTexts.empty}</span>}
      {!locked && <Combo {...{ hold, props }} text="" entity={label} name={ariaLabel ?? props.label} />}
      {!locked && (
        <div className="records-foot">
          <CreateLink entity={entity} />
          {count !== '' && <span className="records-count">{count}</span>}
        </div>
      )}
    </fieldset>
  );
}

function Title({ record, entity, id }: Pick<ControlProps, 'record' | 'entity'> & { readonly id: string }) {
  return <span className="pick-title">{useTitle(record, entity, id)}</span>;
}

interface ComboProps {
  readonly hold: StandInProps<ControlProps>['hold'];
  readonly props: ControlProps;
  readonly text: string;
  /** What people call one of the records. */
  readonly entity: string;
  /** Where its label names a group. */
  readonly name?: string;
}

function Combo({ hold, props, text, entity, name }: ComboProps) {
  const label = name ?? props.ariaLabel;
  return (
    <div className="combo" data-invalid={props.invalid || undefined}>
      {/* The input inside has the focus; a press anywhere counts. */}
      <div {...hold} className="control combo-control">
        <input
          {...naming(props)}
          aria-label={label}
          aria-labelledby={label === undefined ? props.ids.label : undefined}
          className="combo-input"
          readOnly
          value={text}
          placeholder={inputTexts.search(entity)}
        />
        <span className="combo-button">
          <ChevronsUpDown size={14} aria-hidden />
        </span>
      </div>
    </div>
  );
}

/** A day, or a day and a time. */
export function DateStandIn({ hold, ...props }: StandInProps<ControlProps>) {
  const { zone, language } = useView().format;
  const { value } = props;
  const isInstant = props.type.kind === 'date and time';
  const isElsewhere = isInstant && new Intl.DateTimeFormat().resolvedOptions().timeZone !== zone;
  return (
    <>
      <div className="date-picker">
        <div {...hold} className="control date-group">
          <input
            {...naming(props)}
            aria-labelledby={props.ariaLabel === undefined ? props.ids.label : undefined}
            className="combo-input"
            readOnly
            value={
              typeof value === 'string'
                ? digits(value, isInstant ? zone : null, language)
                : (unreadOf(value)?.text ?? '')
            }
          />
          <span className="combo-button">
            <CalendarDays size={15} aria-hidden />
          </span>
        </div>
      </div>
      {isElsewhere && <span className="field-help">{inputTexts.time(zone)}</span>}
    </>
  );
}

/** A day in digits, as the picker has it; `zone`: on whose clocks a moment stands. What is neither stays as it is. */
function digits(value: string, zone: string | null, language: string): string {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return value;
  const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const time = zone === null ? { timeZone: 'UTC' } : ({ timeZone: zone, hour: '2-digit', minute: '2-digit' } as const);
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { ...day, ...time }).format(at);
}

/** Owned lines. */
export function LinesStandIn({ hold, ...props }: StandInProps<ControlProps>) {
  const { type, value, ids, ariaLabel } = props;
  const { schema } = useView();
  const model = type.kind === 'list' ? schema.entities.get(type.entity)?.entity : undefined;
  const label = model?.label ?? '';
  return (
    <fieldset
      className="lines"
      data-waits=""
      aria-label={ariaLabel}
      aria-labelledby={ariaLabel === undefined ? ids.label : undefined}
      aria-describedby={props.describedBy}
    >
      {linesOf(value).length === 0 ? (
        <p className="lines-none">{inputTexts.lines.none(model?.plural ?? label)}</p>
      ) : (
        <LinesTable {...props} />
      )}
      <div className="lines-foot">
        <span {...hold} data-press='[data-tool="add"] button'>
          <Button size="small" icon={<Plus size={14} aria-hidden />} autoFocus={props.autoFocus}>
            {inputTexts.lines.add(label)}
          </Button>
        </span>
        <Allowed type={type} bounds={statedBounds} />
      </div>
    </fieldset>
  );
}

/** A file, or several. */
export function FileStandIn({ hold, ...props }: StandInProps<ControlProps>) {
  const { type, value, ids, ariaLabel, locked } = props;
  const { format } = useView();
  const takes = useTakes(useFileBounds(type, statedBounds));
  const words = inputTexts.file;
  const isSeveral = type.kind === 'file' && type.several;
  const files = (Array.isArray(value) ? value : [value]).flatMap((each) => fileOf(each as Json) ?? []);
  const count =
    isSeveral && type.kind === 'file'
      ? inputTexts.lines.bounds(type.min && statedBounds(type.min), type.max && statedBounds(type.max))
      : '';
  const several = files.length === 0 ? words.chooseSeveral : words.addMore;
  const one = files.length === 0 ? words.choose : words.replace;
  return (
    <fieldset
      className="file"
      aria-label={ariaLabel}
      aria-labelledby={ariaLabel === undefined ? ids.label : undefined}
      aria-describedby={props.describedBy}
      data-invalid={props.invalid || undefined}
    >
      {files.map((file) => (
        <div key={file.file} className="file-attached">
          <span className="file-icon">
            <FileText size={18} aria-hidden />
          </span>
          <span className="file-words">
            <span className="file-name">{file.name}</span>
            <span className="file-size">{format.bytes(file.size)}</span>
          </span>
        </div>
      ))}
      {!locked && (
        <div className="file-choose">
          <span {...hold} data-press=".file-choose button">
            <Button size="small" icon={<Upload size={14} aria-hidden />} autoFocus={props.autoFocus}>
              {isSeveral ? several : one}
            </Button>
          </span>
          <span className="file-drop">{isSeveral ? words.dropSeveral : words.drop}</span>
          <span className="file-takes">{[takes, count].filter((part) => part !== '').join(' · ')}</span>
        </div>
      )}
    </fieldset>
  );
}

function useLabel(entity: string): string {
  return useView().schema.entities.get(entity)?.entity.label ?? entity;
}
