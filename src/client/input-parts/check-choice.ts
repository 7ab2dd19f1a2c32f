import { createContext } from 'react';
import type { Json } from '../../engine/core/intent.ts';
import type { WireRecord } from '../../engine/core/wire-format.ts';

/**
 * Returns why a rule would refuse this value of a field, which contains this record; null if none would, as far as is
 * known on the device.
 */
export type CheckChoice = (field: string, value: Json, record: WireRecord) => string | null;

/** Provided by the form or the line around an input; null if choices are not checked. */
export const CheckChoiceContext = createContext<CheckChoice | null>(null);
