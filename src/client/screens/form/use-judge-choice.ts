import { useMemo } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Row } from '../../../fields/text/value.ts';
import type { Input } from '../../data/writes.ts';
import type { CheckChoice } from '../../input-parts/check-choice.ts';
import type { DeviceValidation, Engine } from '../../view/browser-engine.ts';
import { newFailure } from '../../view/new-failure.ts';
import type { ReferencedRecords } from './use-referenced-records.ts';

type Find = (entity: string, id: string) => Row | undefined;

/**
 * Returns a function that gives the message of the first rule that choosing a record would newly violate. Null while the
 * form is loading.
 */
export function useJudgeChoice(
  engine: Engine,
  judge: ((input: Input, find: Find) => DeviceValidation) | null,
  typed: Input,
  { find }: ReferencedRecords,
): CheckChoice | null {
  return useMemo(() => {
    if (judge === null) return null;
    return (field, value, record: WireRecord) => {
      const row = engine.rowOf(record);
      const known: Find = (entity, id) => (entity === row.entity && id === row.id ? row : find(entity, id));
      // With several references, failures of records that are already chosen are not attributed to this one.
      const without = Array.isArray(value) ? typed : { ...typed, [field]: null };
      return newFailure(judge(without, known), judge({ ...typed, [field]: value }, known))?.message ?? null;
    };
  }, [engine, judge, typed, find]);
}
