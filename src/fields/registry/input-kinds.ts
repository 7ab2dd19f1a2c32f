import type { Type } from '../../model/types/types.ts';

/** The client's kinds of input, by name; a new one is one more file there. `none`: shown and never typed. */
export type InputKind =
  | 'text'
  | 'long text'
  | 'formatted text'
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
 * How values of a type are typed; `none`: nobody types them. It stands apart from what reads and shows them, which a form
 * that is only drawn does without.
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
    case 'number series':
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
