import type { Facts, RecordKey } from '../../engine/core/facts.ts';
import type { Row } from '../../fields/text/value.ts';
import type { Steps } from '../core/db-program.ts';
import type { Layout } from '../core/layout.ts';
import type { RowReader } from '../rows/read-rows.ts';

/** The records of one transaction as they stand in it, its own writes included: none is read twice between two of them. */
export interface Standing {
  /** Null: there is none, or none any more. */
  readonly one: (entity: string, id: string) => Steps<Row | null>;
  /** To be told of everything that is written: how the record stands now, where that is known; else it is read again. */
  readonly wrote: (key: RecordKey, row?: Row | null) => void;
}

/** `facts` were gathered in the same transaction, before anything was written in it that is not told here. */
export function standingOf(
  { reader, layout }: { readonly reader: RowReader; readonly layout: Layout },
  facts: Pick<Facts, 'row'> | null = null,
): Standing {
  const known: Known['known'] = new Map();
  const on: Known = { reader, layout, facts, known };
  return {
    one: (entity, id) => standingOne(on, entity, id),
    wrote: ({ entity, id }, row) => {
      known.set(keyOf(entity, id), row);
    },
  };
}

interface Known {
  readonly reader: RowReader;
  readonly layout: Layout;
  readonly facts: Pick<Facts, 'row'> | null;
  readonly known: Map<string, Row | null | undefined>;
}

function* standingOne({ reader, layout, facts, known }: Known, entity: string, id: string): Steps<Row | null> {
  // A line is written with the record that owns it, which is what is told.
  if (layout.tables.get(entity)?.lines === true) return yield* reader.one(entity, id);
  const key = keyOf(entity, id);
  const there = known.has(key) ? known.get(key) : facts?.row(entity, id);
  if (there !== undefined) return there;
  const read = yield* reader.one(entity, id);
  known.set(key, read);
  return read;
}

/** Other for another record: its length tells where the id ends. */
const keyOf = (entity: string, id: string): string => `${id.length} ${id}${entity}`;
