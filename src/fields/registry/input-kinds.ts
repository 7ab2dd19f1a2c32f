import type { Type } from '../../model/types/types.ts';

/** The client's kinds of input, one file each. `none`: shown but never entered. */
export type InputKind =
  | 'text'
  | 'long text'
  | 'formatted text'
  | 'password'
  | 'number'
  | 'amount'
  | 'checkbox'
  | 'date'
  | 'date and time'
  | 'choice'
  | 'reference'
  | 'role'
  | 'choices'
  | 'texts'
  | 'lines'
  | 'records'
  | 'file'
  | 'files'
  | 'none';

/**
 * Returns the kind of input for a type; `none`: nobody enters it. It is separate from the readers and formatters of the
 * types, which a form does not need to render.
 */
export function inputOf(type: Type): InputKind {
  switch (type.kind) {
    case 'boolean':
      return 'checkbox';
    case 'choice':
      return type.several ? 'choices' : 'choice';
    case 'date and time':
      return 'date and time';
    case 'date':
      return 'date';
    case 'decimal':
      return 'number';
    case 'duration':
      return 'text';
    case 'file':
      return type.several ? 'files' : 'file';
    case 'integer':
      return 'number';
    case 'list':
      return 'lines';
    case 'long text':
      return 'long text';
    case 'money':
      return 'amount';
    case 'password':
      return 'password';
    case 'number series':
    case 'object':
      return 'none';
    case 'reference':
      return 'reference';
    case 'references':
      return 'records';
    case 'role':
      return 'role';
    case 'text':
      return 'text';
    case 'texts':
      return 'texts';
    case 'time':
      return 'text';
    case 'unknown':
      return 'none';
    default:
      return 'formatted text';
  }
}
