import type { ComponentType } from 'react';
import type { Json } from '../../engine/core/intent.ts';
import type { WireFailure, WireRecord } from '../../engine/core/wire-format.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Type } from '../../model/types/types.ts';
import type { FieldIds } from '../parts/field.tsx';
import { focusWhenDrawn } from '../parts/focus.ts';

/** An input without label and failures around it, for the cells of lines. */
export interface CellInputProps {
  readonly entity: string;
  readonly attribute: Attribute;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
  readonly failures: readonly WireFailure[];
  /** Its name for readers. */
  readonly label: string;
  readonly record: WireRecord | null;
  readonly describedBy: string | undefined;
  /** What stands there is never given out, and stays until something else is typed. */
  readonly replaces: boolean;
  /** It can't be changed here. */
  readonly locked: boolean;
}

/** What the control of each kind is given. The field around it draws label, help and failures. */
export interface ControlProps<T extends Type = Type> {
  /** The entity that the attribute belongs to. */
  readonly entity: string;
  readonly attribute: Attribute;
  readonly type: T;
  /** As it goes over the wire; text that can't be read as a number stays text, and the judge says so. */
  readonly value: Json;
  readonly onChange: (value: Json) => void;
  /** The person left it. */
  readonly onBlur: () => void;
  readonly ids: FieldIds;
  /** Its name for readers where no label is drawn: in the cells of lines. Else undefined, and `ids.label` names it. */
  readonly ariaLabel: string | undefined;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly required: boolean;
  readonly autoFocus: boolean;
  /** Of this field and what is inside it, pointers from the record. */
  readonly failures: readonly WireFailure[];
  /** What rules have to say of the same places that only warn. */
  readonly warnings: readonly WireFailure[];
  readonly label: string;
  /** What draws the cells of lines: the inputs of all kinds. */
  readonly cell: ComponentType<CellInputProps>;
  /** It can't be changed now. */
  readonly locked: boolean;
  /** The record that is changed; null for a new one. Gives titles of references and addresses of files. */
  readonly record: WireRecord | null;
  /** Cells of lines that are not asked for while the rest stands as it does: `lines/0/note`. */
  readonly hidden: ReadonlySet<string>;
}

/** The attributes that name and describe a control of one element. */
export function naming({ ids, ariaLabel, describedBy, invalid, required, autoFocus }: ControlProps) {
  return {
    ref: autoFocus ? focusWhenDrawn : undefined,
    id: ids.control,
    'aria-label': ariaLabel,
    'aria-describedby': describedBy,
    'aria-invalid': invalid || undefined,
    'aria-required': required || undefined,
  };
}

/** The same for the parts that take them as props. */
export function names({ ids, ariaLabel, describedBy, invalid, required, autoFocus, onBlur }: ControlProps) {
  return {
    ...(ariaLabel === undefined ? { labelledBy: ids.label } : { label: ariaLabel }),
    describedBy,
    invalid,
    required,
    autoFocus,
    onBlur,
  };
}
