import { type ComponentType, type ReactNode, useId } from 'react';
import type { Json } from '../../engine/core/intent.ts';
import type { WireFailure, WireRecord, WireRefusal } from '../../engine/core/wire-format.ts';
import { type InputKind, inputOf } from '../../fields/registry/input-kinds.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import { describedBy, Field, fieldIds } from '../components/field.tsx';
import { FileInput } from '../file-inputs/file.tsx';
import { FilesInput } from '../file-inputs/files.tsx';
import type { CellInputProps, ControlProps } from '../input-parts/control.ts';
import { WriteOnlyInput } from '../input-parts/write-only-input.tsx';
import { messages } from '../languages/messages.ts';
import { LinesInput } from '../line-inputs/lines.tsx';
import { useView } from '../view/view-context.tsx';
import { AmountInput } from './amount.tsx';
import { CheckboxInput } from './checkbox.tsx';
import { ChoiceInput } from './choice.tsx';
import { DatePicker, InstantPicker } from './date-picker.tsx';
import { NumberInput } from './number.tsx';
import { ReadOnlyInput } from './read-only-input.tsx';
import { ReferenceInput } from './reference.tsx';
import { RecordsInput } from './references-input.tsx';
import { ChoicesInput, RoleInput } from './role.tsx';
import { FormattedTextInput, LongTextInput, PasswordInput, TextInput, TextsInput } from './text.tsx';
import '../styles/inputs.css';

export interface InputProps {
  /** The entity that the attribute belongs to. */
  readonly entity: string;
  readonly attribute: Attribute;
  /** In wire format. */
  readonly value: Json;
  /** Called on each change; `null` or an empty text when it is cleared. */
  readonly onChange: (value: Json) => void;
  /** Called when the focus leaves the input. */
  readonly onBlur?: (() => void) | undefined;
  /** Failures of this field and its parts, with pointers from the record: `/lines/0/amount`. */
  readonly failures?: readonly WireFailure[] | undefined;
  /** Warnings for the same places. */
  readonly warnings?: readonly WireFailure[] | undefined;
  /** By default as the field states. */
  readonly required?: boolean | undefined;
  /** Why the field can't be changed now. It stays focusable and readable, and shows the reason. */
  readonly disabledReason?: WireRefusal | string | null | undefined;
  /** By default the attribute's id. */
  readonly element?: string | undefined;
  readonly label?: string | undefined;
  /** By default the text under the field in the document. */
  readonly help?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly id?: string | undefined;
  /** The record that is changed; null for a new one. Gives titles of references and addresses of files. */
  readonly record?: WireRecord | null | undefined;
  /** The stored value is never sent to the client and stays until another one is typed: `Replace …` opens the input. */
  readonly replaces?: boolean | undefined;
  /** Cells of lines that are not shown: `lines/0/note`. */
  readonly hidden?: ReadonlySet<string> | undefined;
  /** Renders no label, help and failures; `label` is the accessible name. For cells. */
  readonly bare?: boolean | undefined;
  /** Further ids that describe a bare input. */
  readonly describedBy?: string | undefined;
}

/** The input for a field, by the kind of its type, with label, help, failures and warnings. */
export function Input(props: InputProps) {
  const { attribute, failures = [], disabledReason = null, record = null, bare = false } = props;
  const made = useId();
  const { format, view } = useView();
  const { type } = attribute;
  const ids = fieldIds(props.id ?? made);
  const label = props.label ?? withUnit(labelOf(attribute, format.language), type);
  const kind = inputOf(type);
  const reason = reasonText(disabledReason) ?? (kind === 'none' ? noTypeText(view.lines?.[attribute.id]) : null);
  const required = reason === null && (props.required ?? (attribute.kind === 'field' && attribute.field.required));
  const help = props.help ?? helpOf(attribute, reason === null && !required);
  const Control = reason === null ? controls[kind] : drawsItself(type) ? controls[kind] : ReadOnlyInput;
  const own = type.kind === 'list' ? failures.filter(({ pointer }) => pointer.split('/').length <= 2) : failures;
  const warned = (props.warnings ?? []).filter(({ pointer }) => type.kind !== 'list' || pointer.split('/').length <= 2);
  const described = [describedBy(ids, bare ? {} : { help, failures: own, warnings: warned, reason }), props.describedBy]
    .filter((each) => each !== undefined)
    .join(' ');
  const isReplaced = props.replaces === true && reason === null && isSecret(attribute);
  const drawn = (isOpened: boolean) => (
    <Control
      entity={props.entity}
      attribute={attribute}
      type={type}
      value={props.value}
      onChange={props.onChange}
      onBlur={props.onBlur ?? nothing}
      ids={ids}
      label={label}
      ariaLabel={bare || isReplaced ? label : undefined}
      describedBy={described === '' ? undefined : described}
      invalid={failures.length > 0}
      required={required}
      autoFocus={isOpened || (props.autoFocus ?? false)}
      failures={failures}
      warnings={props.warnings ?? []}
      cell={CellInput}
      locked={reason !== null}
      record={record}
      hidden={props.hidden ?? none}
    />
  );
  const control = isReplaced ? (
    <WriteOnlyInput label={label} isTyped={props.value !== null} onKeep={() => props.onChange(null)}>
      {drawn}
    </WriteOnlyInput>
  ) : (
    drawn(false)
  );
  if (bare) return control;
  return (
    <Field
      label={label}
      help={help}
      required={required}
      failures={own}
      warnings={warned}
      reason={reason}
      element={props.element ?? attribute.id}
      ids={ids}
      isGroup={reason === null && (isReplaced || isGroup(kind))}
      isWide={isWide(attribute)}
    >
      {control}
    </Field>
  );
}

const isSecret = (attribute: Attribute): boolean => attribute.kind === 'field' && attribute.field.writeOnly;

/** An input without label and failures. */
const CellInput = ({ locked, ...props }: CellInputProps) => (
  <Input {...props} disabledReason={locked ? '' : null} bare />
);

const controls: Readonly<Record<InputKind, ComponentType<ControlProps>>> = {
  text: TextInput,
  'long text': LongTextInput,
  'formatted text': FormattedTextInput,
  password: PasswordInput,
  number: NumberInput,
  amount: AmountInput,
  checkbox: CheckboxInput,
  date: DatePicker,
  'date and time': InstantPicker,
  choice: ChoiceInput,
  reference: ReferenceInput,
  role: RoleInput,
  choices: ChoicesInput,
  texts: TextsInput,
  lines: LinesInput,
  file: FileInput,
  records: RecordsInput,
  files: FilesInput,
  none: ReadOnlyInput,
};

/** Whether the control itself renders a value that can't be changed. */
const drawsItself = ({ kind }: Attribute['type']): boolean =>
  kind === 'list' || kind === 'file' || kind === 'references';

/** Whether a field spans both columns of a two-column form. */
export function isWide({ type }: Attribute): boolean {
  if (type.kind === 'text') return type.max === null || !('value' in type.max) || type.max.value > 100;
  return (
    type.kind === 'long text' ||
    type.kind === 'texts' ||
    type.kind === 'list' ||
    type.kind === 'file' ||
    type.kind === 'references' ||
    ((type.kind === 'role' || type.kind === 'choice') && type.several)
  );
}

/** Whether the control is not a single `<input>` that a label can point to. */
const isGroup = (kind: InputKind): boolean => groups.has(kind);

const groups: ReadonlySet<InputKind> = new Set(['choice', 'choices', 'role', 'lines', 'records', 'file', 'files']);

function labelOf(attribute: Attribute, language: string): string {
  const named = attribute.kind === 'field' ? attribute.field : attribute.kind === 'state' ? attribute.machine : null;
  if (named === null) return attribute.name;
  return Object.hasOwn(named.translations, language) ? (named.translations[language] ?? named.label) : named.label;
}

/** Returns `Weight (kg)`: the unit is not typed. */
function withUnit(label: string, type: Attribute['type']): string {
  const unit = type.kind === 'integer' || type.kind === 'decimal' ? type.unit : null;
  return unit === null ? label : `${label} (${unit})`;
}

function helpOf(attribute: Attribute, isOptional: boolean): ReactNode {
  if (attribute.kind !== 'field') return '';
  const { help, requiredShown } = attribute.field;
  if (requiredShown || !isOptional) return help;
  return (
    <>
      {help} <span className="not-shown">{messages.inputs.requiredNotShown}</span>
    </>
  );
}

function reasonText(reason: WireRefusal | string | null): string | null {
  if (reason === null || typeof reason === 'string') return reason;
  return `${reason.message} ${reason.next ?? ''}`.trim();
}

const nothing = () => undefined;

const none: ReadonlySet<string> = new Set();

/** Shown for a field without a type. The line is known in development only. */
function noTypeText(line: number | undefined): string {
  const { noType, noTypeInLine } = messages.inputs;
  return line === undefined ? noType : noTypeInLine({ line });
}
