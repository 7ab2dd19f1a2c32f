import { useCallback, useEffect, useRef } from 'react';
import type { RecordKey } from '../../../engine/core/needs-and-facts.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { usePrincipal } from '../../data/use-principal.ts';
import { newFailure } from '../../view/new-failure.ts';
import { useReferencedRecords } from '../form/use-referenced-records.ts';
import type { ColumnInfo } from './columns.ts';
import type { Move } from './moves.ts';
import { useEngine } from './use-engine.ts';

/**
 * Returns a function that evaluates rules for a card's moves on a board of records or choices, so that a move that violates
 * a rule is refused before the drop.
 */
export function useJudgedMoves(
  entity: string,
  field: string,
  columns: readonly ColumnInfo[],
  isNeeded: boolean,
): (record: WireRecord, moves: readonly Move[]) => readonly Move[] {
  const engine = useEngine(isNeeded);
  const who = usePrincipal(engine, entity);
  const { find, load } = useReferencedRecords(engine);
  const sought = useRef<RecordKey[]>([]);
  useEffect(() => {
    if (sought.current.length > 0) load(sought.current.splice(0));
  });
  return useCallback(
    (record, moves) => {
      if (engine === null || who === null) return moves;
      const row = engine.rowOf(record);
      const shown = new Map(
        columns.flatMap((each) => (each.record == null ? [] : [[each.name, each.record] as const])),
      );
      const known = (of: string, id: string) => {
        const column = shown.get(id);
        return column?._.entity === of ? engine.rowOf(column) : find(of, id);
      };
      return moves.map((move) => {
        const { change, refusal } = move;
        if (refusal !== null || change === undefined) return move;
        const draft = { entity, row, event: change.by?.name ?? null };
        const judge = (input: { readonly [name: string]: (typeof change)['value'] }) =>
          engine.validate(who, { ...draft, input }, new Set([field]), known);
        const withIt = judge(change.by !== undefined && change.value === null ? {} : { [field]: change.value });
        sought.current.push(...withIt.unknownRecords);
        const found = newFailure(judge({}), withIt);
        if (found === null) return move;
        const { code, message, next, decidedBy } = found;
        const by = decidedBy.map((element) => ({ element, point: 5, document: '' }));
        return { ...move, refusal: { code, message, ...(next === '' ? {} : { next }), decidedBy: by } };
      });
    },
    [engine, who, entity, field, columns, find],
  );
}
