import type { Bound } from '../../model/types/types.ts';
import { type Expected, expectedInEnglish } from './expected.ts';

/** Why an input does not fit a field's type. Texts of messages may use the values in braces. */
export interface FieldProblem {
  readonly code: FieldProblemCode;
  readonly values: { readonly [name: string]: string | number };
  /** For `WRONG_TYPE`: what the value has to be; each language words it as the value `expected`. */
  readonly expected?: Expected;
  /** The index of the value concerned, if there are several. */
  readonly at?: number;
}

export type FieldProblemCode =
  | 'WRONG_TYPE'
  | 'TOO_LONG'
  | 'TOO_SHORT'
  | 'TOO_SMALL'
  | 'TOO_BIG'
  | 'TOO_FEW'
  | 'TOO_MANY'
  | 'NOT_A_CHOICE'
  | 'WRONG_FILE'
  | 'GIVEN_TWICE'
  | 'LIMIT_NOT_SHOWN';

/** Returns a problem in the form that `read` and `parse` return. */
export function refused(code: FieldProblemCode, values: FieldProblem['values']): { readonly problem: FieldProblem } {
  return { problem: { code, values } };
}

/** Returns the problem of a value that occurs twice in a list. */
export function duplicateItem(at: number): { readonly problem: FieldProblem } {
  return { problem: { code: 'GIVEN_TWICE', values: {}, at } };
}

/** Returns the problem of a value that is not of the type. */
export function wrongType(expected: Expected): { readonly problem: FieldProblem } {
  return { problem: { code: 'WRONG_TYPE', values: {}, expected } };
}

/** Returns the problem of a bound whose constant is not shown: unknown never permits. */
export function limitNotShown(bound: Bound): { readonly problem: FieldProblem } {
  return refused('LIMIT_NOT_SHOWN', { limit: 'constant' in bound ? bound.constant : bound.value });
}

/**
 * Returns the standard English text of a problem whose code has no entry in the catalogue: what is wrong, and what to
 * do.
 */
export function wordsOf(problem: FieldProblem): { readonly message: string; readonly next: string } {
  const value = (name: string) => String(problem.values[name] ?? '');
  switch (problem.code) {
    case 'WRONG_TYPE':
      return {
        message: `Enter ${problem.expected === undefined ? 'another value' : expectedInEnglish(problem.expected)}.`,
        next: '',
      };
    case 'TOO_LONG':
      return {
        message: `At most ${value('max')} characters are allowed; this has ${value('length')}.`,
        next: `Shorten it to ${value('max')}.`,
      };
    case 'TOO_SHORT':
      return {
        message: `At least ${value('min')} characters are needed; this has ${value('length')}.`,
        next: `Write at least ${value('min')}.`,
      };
    case 'TOO_SMALL':
      return { message: `This must be at least ${value('min')}.`, next: 'Enter a larger value.' };
    case 'TOO_BIG':
      return { message: `This must be at most ${value('max')}.`, next: 'Enter a smaller value.' };
    case 'TOO_FEW':
      return {
        message: `There must be at least ${value('min')}; there are ${value('count')}.`,
        next: 'Add what is missing.',
      };
    case 'TOO_MANY':
      return { message: `There may be at most ${value('max')}; there are ${value('count')}.`, next: 'Remove some.' };
    case 'NOT_A_CHOICE':
      return { message: `“${value('value')}” is not one of the choices.`, next: `Choose one of: ${value('choices')}.` };
    case 'WRONG_FILE':
      return {
        message: `“${value('name')}” is not an accepted file type.`,
        next: `Accepted: ${value('endings') || expectedInEnglish({ is: 'files with their content' })}.`,
      };
    case 'GIVEN_TWICE':
      return { message: 'This value appears twice.', next: 'Leave one of them out.' };
    case 'LIMIT_NOT_SHOWN':
      return {
        message: `The limit ${value('limit')} is not shown, so nothing can be accepted here.`,
        next: `State ${value('limit')} in point 9 of the document.`,
      };
  }
}
