import { isTextFormat } from '../../model/types/text-formats.ts';
import type { Type } from '../../model/types/types.ts';
import { MAX_DIGITS } from '../text/decimal-text.ts';

/**
 * Returns the type of a value that a filter compares a field with: without bounds, because nothing is written, and a
 * single choice for a field with several.
 */
export function operandType(type: Type): Type {
  if (isTextFormat(type.kind)) return { kind: 'text', min: null, max: null };
  if (type.kind === 'choice') return { ...type, several: false };
  if (type.kind === 'decimal') return { ...type, precision: MAX_DIGITS, min: null, max: null };
  return 'min' in type ? { ...type, min: null, max: null } : type;
}
