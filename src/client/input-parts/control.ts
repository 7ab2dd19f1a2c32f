import type { ComponentType } from 'react';
import type { Json } from '../../engine/core/intent.ts';
import type { WireFailure, WireRecord } from '../../engine/core/wire-format.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Type } from '../../model/types/types.ts';
import type { FieldIds } from '../components/field.tsx';
import { focusWhenRendered } from '../components-base/focus-restore.ts';

/** An input without label and failures, for the cells of lines. */
export interface CellInputProps {
  readonly entity: string;
  readonly attribute: Attribute;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
  readonly failures: readonly WireFailure[];
  /** The accessible name. */
  readonly label: string;
  readonly record: WireRecord | null;
  readonly describedBy: string | undefined;
  /** The stored value is never sent to the client, and stays until another one is typed. */
  readonly replaces: boolean;
  /** It can't be changed here. */
  readonly locked: boolean;
}

/** Props of the control of each kind. The field around it renders label, help and failures. */
export interface ControlProps<T extends Type = Type> {
  /** The entity that the attribute belongs to. */
  readonly entity: string;
  readonly attribute: Attribute;
  readonly type: T;
  /** In wire format. Text that can't be parsed stays text, and validation reports it. */
  readonly value: Json;
  readonly onChange: (value: Json) => void;
  /** Called when the focus leaves the control. */
  readonly onBlur: () => void;
  readonly ids: FieldIds;
  /**
   * The accessible name, if no label is rendered (in the cells of lines). Otherwise undefined, and `ids.label` names
   * the control.
   */
  readonly ariaLabel: string | undefined;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly required: boolean;
  readonly autoFocus: boolean;
  /** Failures of this field and its parts, with pointers from the record. */
  readonly failures: readonly WireFailure[];
  /** Warnings for the same places. */
  readonly warnings: readonly WireFailure[];
  readonly label: string;
  /** Renders the cells of lines: an input of any kind. */
  readonly cell: ComponentType<CellInputProps>;
  /** It can't be changed now. */
  readonly locked: boolean;
  /** The record that is changed; null for a new one. Gives titles of references and addresses of files. */
  readonly record: WireRecord | null;
  /** Cells of lines that are not shown under the current values: `lines/0/note`. */
  readonly hidden: ReadonlySet<string>;
}

/** Attributes that name and describe a control with a single element. */
export function ariaAttributes({ ids, ariaLabel, describedBy, invalid, required, autoFocus }: ControlProps) {
  return {
    ref: autoFocus ? focusWhenRendered : undefined,
    id: ids.control,
    'aria-label': ariaLabel,
    'aria-describedby': describedBy,
    'aria-invalid': invalid || undefined,
    'aria-required': required || undefined,
  };
}

/** The same, as props of our components. */
export function componentProps({ ids, ariaLabel, describedBy, invalid, required, autoFocus, onBlur }: ControlProps) {
  return {
    ...(ariaLabel === undefined ? { labelledBy: ids.label } : { label: ariaLabel }),
    describedBy,
    invalid,
    required,
    autoFocus,
    onBlur,
  };
}
