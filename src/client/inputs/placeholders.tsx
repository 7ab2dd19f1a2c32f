import { CalendarDays, ChevronsUpDown, FileText, Plus, Upload } from 'lucide-react';
import type { Json } from '../../engine/core/intent.ts';
import { unreadableTextOf } from '../../fields/text/unreadable-text.ts';
import { Button } from '../components/button.tsx';
import { useFileBounds, useFileBoundsText } from '../file-inputs/file-bounds.ts';
import { fileOf } from '../file-inputs/file-value.ts';
import { ariaAttributes, type ControlProps } from '../input-parts/control.ts';
import { CreateLink } from '../input-parts/create-link.tsx';
import type { PlaceholderProps } from '../input-parts/lazy-input.tsx';
import { LineLimits } from '../input-parts/line-limits.tsx';
import { statedBounds } from '../input-parts/use-bounds.ts';
import { useRecordTitle } from '../input-parts/use-title.ts';
import { linesOf } from '../line-inputs/change-lines.ts';
import { LinesTable } from '../line-inputs/read-only-lines.tsx';
import { inputTexts } from '../texts/input-texts.ts';
import { useView } from '../view/view-context.tsx';
import type { ChoiceOption } from './choice.tsx';

/* Placeholders for inputs that are loaded later: of the same size, with the value as text. */

type Options = { readonly options: readonly ChoiceOption[] };

/** Placeholder for a choice from a list. */
export function SelectPlaceholder({ handlers, options, ...props }: PlaceholderProps<ControlProps & Options>) {
  const { value, ids, ariaLabel } = props;
  const chosen = options.find(({ id }) => id === value)?.label ?? (typeof value === 'string' ? value : '');
  const shownId = `${ids.control}-shown`;
  return (
    <div className="select" data-size="normal">
      <button
        {...ariaAttributes({ ...props, required: false })}
        {...handlers}
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

/** Placeholder for a reference. */
export function ReferencePlaceholder({ handlers, ...props }: PlaceholderProps<ControlProps>) {
  const { type, value, record } = props;
  const entity = type.kind === 'reference' ? type.entity : '';
  const title = useRecordTitle(record, entity, value);
  const label = useLabel(entity);
  return (
    <div className="reference">
      <Combo {...{ handlers, props }} text={unreadableTextOf(value)?.text ?? title} entity={label} />
      <CreateLink entity={entity} />
    </div>
  );
}

/** Placeholder for several references. */
export function RecordsPlaceholder({ handlers, ...props }: PlaceholderProps<ControlProps>) {
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
      {!locked && <Combo {...{ handlers, props }} text="" entity={label} name={ariaLabel ?? props.label} />}
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
  return <span className="pick-title">{useRecordTitle(record, entity, id)}</span>;
}

interface ComboProps {
  readonly handlers: PlaceholderProps<ControlProps>['handlers'];
  readonly props: ControlProps;
  readonly text: string;
  /** Label of the entity. */
  readonly entity: string;
  /** Accessible name, if the label names a group. */
  readonly name?: string;
}

function Combo({ handlers, props, text, entity, name }: ComboProps) {
  const label = name ?? props.ariaLabel;
  return (
    <div className="combo" data-invalid={props.invalid || undefined}>
      {/* The input inside has the focus; a press anywhere in the box counts. */}
      <div {...handlers} className="control combo-control">
        <input
          {...ariaAttributes(props)}
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

/** Placeholder for a date, or a date and a time. */
export function DatePlaceholder({ handlers, ...props }: PlaceholderProps<ControlProps>) {
  const { zone, language } = useView().format;
  const { value } = props;
  const isInstant = props.type.kind === 'date and time';
  const isElsewhere = isInstant && new Intl.DateTimeFormat().resolvedOptions().timeZone !== zone;
  return (
    <>
      <div className="date-picker">
        <div {...handlers} className="control date-group">
          <input
            {...ariaAttributes(props)}
            aria-labelledby={props.ariaLabel === undefined ? props.ids.label : undefined}
            className="combo-input"
            readOnly
            value={
              typeof value === 'string'
                ? digits(value, isInstant ? zone : null, language)
                : (unreadableTextOf(value)?.text ?? '')
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

/**
 * Returns a date in digits, as the date picker shows it. `zone`: the time zone of an instant. Any other text is
 * returned unchanged.
 */
function digits(value: string, zone: string | null, language: string): string {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return value;
  const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const time = zone === null ? { timeZone: 'UTC' } : ({ timeZone: zone, hour: '2-digit', minute: '2-digit' } as const);
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { ...day, ...time }).format(at);
}

/** Placeholder for owned lines. */
export function LinesPlaceholder({ handlers, ...props }: PlaceholderProps<ControlProps>) {
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
        <span {...handlers} data-press='[data-tool="add"] button'>
          <Button size="small" icon={<Plus size={14} aria-hidden />} autoFocus={props.autoFocus}>
            {inputTexts.lines.add(label)}
          </Button>
        </span>
        <LineLimits type={type} bounds={statedBounds} />
      </div>
    </fieldset>
  );
}

/** Placeholder for one or several files. */
export function FilePlaceholder({ handlers, ...props }: PlaceholderProps<ControlProps>) {
  const { type, value, ids, ariaLabel, locked } = props;
  const { format } = useView();
  const takes = useFileBoundsText(useFileBounds(type, statedBounds));
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
          <span {...handlers} data-press=".file-choose button">
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
