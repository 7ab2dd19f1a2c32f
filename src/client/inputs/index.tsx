import { type ComponentType, type ReactNode, useId } from 'react';
import type { Json } from '../../engine/core/intent.ts';
import type { WireFailure, WireRecord, WireRefusal } from '../../engine/core/wire-format.ts';
import { type InputKind, inputOf } from '../../fields/registry/input-kinds.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import { describedBy, Field, fieldIds } from '../parts/field.tsx';
import { useView } from '../view/view.tsx';
import { AmountInput } from './amount.tsx';
import { CheckboxInput } from './checkbox.tsx';
import { ChoiceInput } from './choice.tsx';
import type { CellInputProps, ControlProps } from './control.ts';
import {
  DateInput,
  FileInput,
  FilesInput,
  InstantInput,
  LinesInput,
  RecordsInput,
  ReferenceInput,
} from './later-inputs.tsx';
import { Locked } from './locked.tsx';
import { NumberInput } from './number.tsx';
import { Replaced } from './replaced.tsx';
import { ChoicesInput, RoleInput } from './role.tsx';
import { EmailInput, LongTextInput, TextInput, TextsInput } from './text.tsx';
import { inputTexts } from './texts.ts';
import '../styles/inputs.css';

export interface InputProps {
  /** The entity that the attribute belongs to. */
  readonly entity: string;
  readonly attribute: Attribute;
  /** As it goes over the wire. */
  readonly value: Json;
  /** Called as one types; `null` or an empty text where it is emptied. */
  readonly onChange: (value: Json) => void;
  /** The person left it. */
  readonly onBlur?: (() => void) | undefined;
  /** Of this field and what is inside it, with pointers from the record: `/lines/0/amount`. */
  readonly failures?: readonly WireFailure[] | undefined;
  /** What rules have to say that only warn, of the same places. */
  readonly warnings?: readonly WireFailure[] | undefined;
  /** By default what the field states. */
  readonly required?: boolean | undefined;
  /** Why it can't be changed now: then it is shown, can be reached and read, and says so. */
  readonly disabledReason?: WireRefusal | string | null | undefined;
  /** By default the attribute's id. */
  readonly element?: string | undefined;
  readonly label?: string | undefined;
  /** By default the prose under the field in the document. */
  readonly help?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly id?: string | undefined;
  /** The record that is changed; null for a new one. Gives titles of references and addresses of files. */
  readonly record?: WireRecord | null | undefined;
  /** What stands there is never given out, and stays until something else is typed: `Replace …` opens it. */
  readonly replaces?: boolean | undefined;
  /** Cells of lines that are not asked for: `lines/0/note`. */
  readonly hidden?: ReadonlySet<string> | undefined;
  /** No label, help and failures around it: `label` is its name for readers. For cells. */
  readonly bare?: boolean | undefined;
  /** Ids of what describes a bare input besides. */
  readonly describedBy?: string | undefined;
}

/** The input for a field by the kind of its type, with label, help and what is wrong. */
export function Input(props: InputProps) {
  const { attribute, failures = [], disabledReason = null, record = null, bare = false } = props;
  const made = useId();
  const { format, view } = useView();
  const { type } = attribute;
  const ids = fieldIds(props.id ?? made);
  const label = props.label ?? withUnit(labelOf(attribute, format.language), type);
  const kind = inputOf(type);
  const reason = reasonText(disabledReason) ?? (kind === 'none' ? inputTexts.never(view.lines?.[attribute.id]) : null);
  const required = reason === null && (props.required ?? (attribute.kind === 'field' && attribute.field.required));
  const help = props.help ?? helpOf(attribute, reason === null && !required);
  const Control = reason === null ? controls[kind] : drawsItself(type) ? controls[kind] : Locked;
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
    <Replaced label={label} isTyped={props.value !== null} onKeep={() => props.onChange(null)}>
      {drawn}
    </Replaced>
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

/** The same without label and failures around it. */
const CellInput = ({ locked, ...props }: CellInputProps) => (
  <Input {...props} disabledReason={locked ? '' : null} bare />
);

const controls: Readonly<Record<InputKind, ComponentType<ControlProps>>> = {
  text: TextInput,
  'long text': LongTextInput,
  email: EmailInput,
  number: NumberInput,
  amount: AmountInput,
  checkbox: CheckboxInput,
  date: DateInput,
  'date and time': InstantInput,
  choice: ChoiceInput,
  reference: ReferenceInput,
  role: RoleInput,
  choices: ChoicesInput,
  texts: TextsInput,
  lines: LinesInput,
  file: FileInput,
  records: RecordsInput,
  files: FilesInput,
  none: Locked,
};

/** Whether a control shows what can't be changed by itself. */
const drawsItself = ({ kind }: Attribute['type']): boolean =>
  kind === 'list' || kind === 'file' || kind === 'references';

/** Whether a field needs the whole width of a form with two columns. */
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

/** Fields whose control is no single `<input>` that a label can point at. */
const isGroup = (kind: InputKind): boolean => groups.has(kind);

const groups: ReadonlySet<InputKind> = new Set(['choice', 'choices', 'role', 'lines', 'records', 'file', 'files']);

function labelOf(attribute: Attribute, language: string): string {
  const named = attribute.kind === 'field' ? attribute.field : attribute.kind === 'state' ? attribute.machine : null;
  if (named === null) return attribute.name;
  return Object.hasOwn(named.translations, language) ? (named.translations[language] ?? named.label) : named.label;
}

/** `Weight (kg)`: what is typed has no unit. */
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
      {help} <span className="not-shown">{inputTexts.requiredNotShown}</span>
    </>
  );
}

function reasonText(reason: WireRefusal | string | null): string | null {
  if (reason === null || typeof reason === 'string') return reason;
  return `${reason.message} ${reason.next ?? ''}`.trim();
}

const nothing = () => undefined;

const none: ReadonlySet<string> = new Set();
