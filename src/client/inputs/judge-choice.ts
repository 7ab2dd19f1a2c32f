import { createContext } from 'react';
import type { Json } from '../../engine/core/intent.ts';
import type { WireRecord } from '../../engine/core/wire-format.ts';

/** Why a rule would reject a field with this value, which holds this record; null: it would not, as far as is known here. */
export type JudgeChoice = (field: string, value: Json, record: WireRecord) => string | null;

/** Of the form, or of the line, that an input stands in; null where nothing is judged. */
export const JudgeChoiceContext = createContext<JudgeChoice | null>(null);
