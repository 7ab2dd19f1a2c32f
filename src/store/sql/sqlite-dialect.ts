import type { Dialect } from './dialect.ts';
import { sql } from './fragment.ts';

/** The greatest integer that is exact in every part of the program. */
export const MOST = String(Number.MAX_SAFE_INTEGER);

/** SQLite 3.51.3 and later. Its `sum` fails on overflow and its `total` never does, so `total` decides. */
export const sqlite: Dialect = {
  placed: (text) => text,
  same: (left, right) => sql`(${left} IS ${right})`,
  different: (left, right) => sql`(${left} IS NOT ${right})`,
  items: (list) => sql`json_each(${list})`,
  nothing: "x'00'",
  placeOf: (needle, text) => sql`instr(${text}, ${needle})`,
  exactSum: (value) => sql`CASE WHEN abs(total(${value})) <= ${MOST} THEN CAST(total(${value}) AS INTEGER) END`,
  ascending: (key) => sql`${key} ASC NULLS LAST`,
  descending: (key) => sql`${key} DESC NULLS LAST`,
  truth: { yes: '1', no: '0' },
};
