import type { Attribute } from '../lookups/schema.ts';
import type { StatedTone, Tones } from '../types/tone.ts';
import { scaleTones } from './option-tones.ts';
import { stateTones } from './state-tones.ts';

/** Returns the colours of a machine's states or of the options of a choice, stated or by their meaning; else none. */
export function attributeTones(attribute: Attribute): Tones {
  if (attribute.kind === 'state') return withStated(stateTones(attribute.machine), attribute.machine.colours);
  if (attribute.type.kind !== 'choice') return new Map();
  return withStated(scaleTones(attribute.type.options), attribute.kind === 'field' ? attribute.field.colours : []);
}

const withStated = (tones: Tones, colours: readonly StatedTone[]): Tones =>
  new Map([...tones, ...colours.map(({ name, tone }) => [name, tone] as const)]);
