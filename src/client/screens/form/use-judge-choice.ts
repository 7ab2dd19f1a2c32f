import { useMemo } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Row } from '../../../fields/text/value.ts';
import type { Input } from '../../api/writes.ts';
import type { JudgeChoice } from '../../inputs/judge-choice.ts';
import type { Engine, JudgedHere } from '../../view/engine.ts';
import { newFailure } from '../../view/new-failure.ts';
import type { Referred } from './use-referred.ts';

type Find = (entity: string, id: string) => Row | undefined;

/** Judges a form with one more record chosen: what its rules would say of that. Null until the engine is there. */
export function useJudgeChoice(
  engine: Engine | null,
  judge: ((input: Input, find: Find) => JudgedHere) | null,
  typed: Input,
  { find }: Referred,
): JudgeChoice | null {
  return useMemo(() => {
    if (engine === null || judge === null) return null;
    return (field, value, record: WireRecord) => {
      const row = engine.rowOf(record);
      const known: Find = (entity, id) => (entity === row.entity && id === row.id ? row : find(entity, id));
      // Of several, those that are chosen already are no fault of this one.
      const without = Array.isArray(value) ? typed : { ...typed, [field]: null };
      return newFailure(judge(without, known), judge({ ...typed, [field]: value }, known))?.message ?? null;
    };
  }, [engine, judge, typed, find]);
}
