import { today } from '../../fields/calendar/calendar.ts';
import type { Row } from '../../fields/text/value.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import type { Write } from '../context/verdict.ts';
import type { SeriesNeed } from '../core/needs-and-facts.ts';

/** A number series at present: the text before and after the digits, and the minimum number of digits. */
interface CurrentSeries {
  readonly before: string;
  readonly behind: string;
  readonly digits: number;
}

/**
 * Parses the pattern. `HD-00000` counts without end; with `YY` or `YYYY` the series restarts each year in the
 * document's time zone. A number with more digits than the pattern is written in full.
 */
function runningNow(pattern: string, now: number, zone: string): CurrentSeries {
  const [, before = '', zeros = '', behind = ''] = /^([^0]*)(0*)(.*)$/su.exec(pattern) ?? [];
  const year = today(now, zone).slice(0, 4);
  const dated = (text: string) => text.replace(/YYYY/u, year).replace(/YY/u, year.slice(2));
  return { before: dated(before), behind: dated(behind), digits: zeros.length };
}

function numberIn({ before, behind, digits }: CurrentSeries, text: string): number | null {
  if (!text.startsWith(before) || !text.endsWith(behind)) return null;
  const counted = text.slice(before.length, text.length - behind.length);
  const number = /^\d{1,15}$/.test(counted) ? Number(counted) : null;
  return number === null || counted.length < digits ? null : number;
}

/** Returns the next number of a series for a new record; undefined if the last number is not loaded. */
export function nextNumber(context: Context, entity: CompiledEntity, field: string, id: string): string | undefined {
  const running = runningOf(context, entity, field);
  if (running === null) return undefined;
  const last = context.facts.lastNumber?.(needOf(entity, field, id, running));
  if (last === undefined) return undefined;
  return numbered(running, last + 1).text;
}

/** Returns the writes that store the numbers assigned to a new record, so that none is assigned again. */
export function numberWrites(context: Context, entity: CompiledEntity, row: Row): Write[] {
  return entity.entity.fields.flatMap((field): Write[] => {
    const running = field.type.kind === 'number series' ? runningOf(context, entity, field.name) : null;
    const value = row.values[field.name];
    const last = running === null || typeof value !== 'string' ? null : numberIn(running, value);
    if (running === null || last === null) return [];
    const { period } = needOf(entity, field.name, row.id, running);
    return [{ kind: 'number', entity: entity.name, field: field.name, period, last }];
  });
}

/** A number of a series as text and as a count. */
export interface LineNumber {
  readonly text: string;
  readonly count: number;
  readonly running: CurrentSeries;
}

/**
 * Returns the number for the next line of a record: each record has its own series. Undefined if the last number is not
 * loaded.
 */
export function lineNumber(
  context: Context,
  lines: CompiledEntity,
  field: string,
  parent: string,
): LineNumber | undefined {
  const running = runningOf(context, lines, field);
  const last = running === null ? undefined : context.facts.lastNumber?.(needOfLines(lines, field, parent, running));
  return running === null || last === undefined ? undefined : numbered(running, last + 1);
}

export const lineNumberAfter = ({ running, count }: LineNumber): LineNumber => numbered(running, count + 1);

function numbered(running: CurrentSeries, count: number): LineNumber {
  const text = `${running.before}${String(count).padStart(running.digits, '0')}${running.behind}`;
  return { text, count, running };
}

/** Returns the writes that store the greatest numbers of these lines. */
export function lineNumberWrites(
  context: Context,
  lines: CompiledEntity,
  parent: string,
  rows: readonly Row[],
): Write[] {
  return lines.entity.fields.flatMap((field): Write[] => {
    const running = field.type.kind === 'number series' ? runningOf(context, lines, field.name) : null;
    if (running === null) return [];
    const numbers = rows.flatMap(({ values }) => numberIn(running, String(values[field.name] ?? '')) ?? []);
    if (numbers.length === 0) return [];
    const { period } = needOfLines(lines, field.name, parent, running);
    return [{ kind: 'number', entity: lines.name, field: field.name, period, last: Math.max(...numbers) }];
  });
}

function needOfLines({ name }: CompiledEntity, field: string, parent: string, running: CurrentSeries): SeriesNeed {
  const period = JSON.stringify([running.before, running.behind, parent]);
  return { entity: name, field, id: parent, period, parent, numberIn: (text) => numberIn(running, text) };
}

function runningOf({ model, now }: Context, { entity }: CompiledEntity, name: string): CurrentSeries | null {
  const type = entity.fields.find((field) => field.name === name)?.type;
  return type?.kind === 'number series' ? runningNow(type.pattern, now, model.zone) : null;
}

function needOf({ name }: CompiledEntity, field: string, id: string, running: CurrentSeries): SeriesNeed {
  const period = JSON.stringify([running.before, running.behind]);
  return { entity: name, field, id, period, numberIn: (text) => numberIn(running, text) };
}
