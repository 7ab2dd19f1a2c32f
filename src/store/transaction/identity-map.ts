import type { Facts, RecordKey } from '../../engine/core/needs-and-facts.ts';
import type { Row } from '../../fields/text/value.ts';
import type { DbProgram } from '../core/db-program.ts';
import type { Layout } from '../core/layout.ts';
import type { RowReader } from '../rows/read-rows.ts';

/** The current records of one transaction, including its own writes. A record is not read again until it is written. */
export interface IdentityMap {
  /** Returns null if the record does not exist or is deleted. */
  readonly one: (entity: string, id: string) => DbProgram<Row | null>;
  /** Returns the record if it was written and is known without reading it; else undefined. */
  readonly known: (key: RecordKey) => Row | null | undefined;
  /**
   * Must be called for every write: with the resulting row if it is known, else without it, so that the row is read
   * again.
   */
  readonly recordWrite: (key: RecordKey, row?: Row | null) => void;
}

/**
 * Creates an identity map. `facts` were gathered in the same transaction, before any write that this map is not
 * informed of.
 */
export function createIdentityMap(
  { reader, layout }: { readonly reader: RowReader; readonly layout: Layout },
  facts: Pick<Facts, 'row'> | null = null,
): IdentityMap {
  const known: MapState['known'] = new Map();
  const on: MapState = { reader, layout, facts, known };
  return {
    one: (entity, id) => readThrough(on, entity, id),
    known: ({ entity, id }) => known.get(keyOf(entity, id)),
    recordWrite: ({ entity, id }, row) => {
      known.set(keyOf(entity, id), row);
    },
  };
}

interface MapState {
  readonly reader: RowReader;
  readonly layout: Layout;
  readonly facts: Pick<Facts, 'row'> | null;
  readonly known: Map<string, Row | null | undefined>;
}

function* readThrough({ reader, layout, facts, known }: MapState, entity: string, id: string): DbProgram<Row | null> {
  // Lines are written with the record that owns them, and only that record is reported.
  if (layout.tables.get(entity)?.lines === true) return yield* reader.one(entity, id);
  const key = keyOf(entity, id);
  const cached = known.has(key) ? known.get(key) : facts?.row(entity, id);
  if (cached !== undefined) return cached;
  const read = yield* reader.one(entity, id);
  known.set(key, read);
  return read;
}

/** The id's length shows where the id ends, so that keys of different records differ. */
const keyOf = (entity: string, id: string): string => `${id.length} ${id}${entity}`;
