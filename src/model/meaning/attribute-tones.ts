import type { Attribute } from '../lookups/schema.ts';
import type { Tones } from '../types/tone.ts';
import { scaleTones } from './option-tones.ts';
import { stateTones } from './state-tones.ts';

/** Returns the colours of a machine's states or of the options of a choice; empty for other attributes. */
export function attributeTones(attribute: Attribute): Tones {
  if (attribute.kind === 'state') return stateTones(attribute.machine);
  return attribute.type.kind === 'choice' ? scaleTones(attribute.type.options) : new Map();
}
