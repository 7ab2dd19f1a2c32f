import { today } from '../../fields/calendar/calendar.ts';
import type { Row } from '../../fields/text/value.ts';
import type { PreparedEntity } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import type { Write } from '../context/verdict.ts';
import type { SeriesNeed } from '../core/facts.ts';

/** A series as it runs now: what stands before and behind the digits, and how many there are at least. */
interface Running {
  readonly before: string;
  readonly behind: string;
  readonly digits: number;
}

/**
 * `HD-00000` counts for ever; with `YY` or `YYYY` in the pattern each year in the document's time zone begins anew. A number
 * that needs more digits has more.
 */
function runningNow(pattern: string, now: number, zone: string): Running {
  const [, before = '', zeros = '', behind = ''] = /^([^0]*)(0*)(.*)$/su.exec(pattern) ?? [];
  const year = today(now, zone).slice(0, 4);
  const dated = (text: string) => text.replace(/YYYY/u, year).replace(/YY/u, year.slice(2));
  return { before: dated(before), behind: dated(behind), digits: zeros.length };
}

function numberIn({ before, behind, digits }: Running, text: string): number | null {
  if (!text.startsWith(before) || !text.endsWith(behind)) return null;
  const counted = text.slice(before.length, text.length - behind.length);
  const number = /^\d{1,15}$/.test(counted) ? Number(counted) : null;
  return number === null || counted.length < digits ? null : number;
}

/** The number that a new record gets in a field; undefined where it is not known which were given. */
export function nextNumber(context: Context, entity: PreparedEntity, field: string, id: string): string | undefined {
  const running = runningOf(context, entity, field);
  if (running === null) return undefined;
  const last = context.facts.last?.(needOf(entity, field, id, running));
  if (last === undefined) return undefined;
  return numbered(running, last + 1).text;
}

/** What is kept of the numbers that a new record got, so that none is given again. */
export function numberWrites(context: Context, entity: PreparedEntity, row: Row): Write[] {
  return entity.entity.fields.flatMap((field): Write[] => {
    const running = field.type.kind === 'number series' ? runningOf(context, entity, field.name) : null;
    const value = row.values[field.name];
    const last = running === null || typeof value !== 'string' ? null : numberIn(running, value);
    if (running === null || last === null) return [];
    const { period } = needOf(entity, field.name, row.id, running);
    return [{ kind: 'number', entity: entity.name, field: field.name, period, last }];
  });
}

/** A number of a series, and where it stands in it. */
export interface LineNumber {
  readonly text: string;
  readonly count: number;
  readonly running: Running;
}

/** The number that the next line of a record gets: each record counts its own. Undefined where it is not known which were given. */
export function lineNumber(
  context: Context,
  lines: PreparedEntity,
  field: string,
  parent: string,
): LineNumber | undefined {
  const running = runningOf(context, lines, field);
  const last = running === null ? undefined : context.facts.last?.(needOfLines(lines, field, parent, running));
  return running === null || last === undefined ? undefined : numbered(running, last + 1);
}

export const lineNumberAfter = ({ running, count }: LineNumber): LineNumber => numbered(running, count + 1);

function numbered(running: Running, count: number): LineNumber {
  const text = `${running.before}${String(count).padStart(running.digits, '0')}${running.behind}`;
  return { text, count, running };
}

/** The greatest numbers of these lines of a record. */
export function lineNumberWrites(
  context: Context,
  lines: PreparedEntity,
  parent: string,
  rows: readonly Row[],
): Write[] {
  return lines.entity.fields.flatMap((field): Write[] => {
    const running = field.type.kind === 'number series' ? runningOf(context, lines, field.name) : null;
    if (running === null) return [];
    const found = rows.flatMap(({ values }) => numberIn(running, String(values[field.name] ?? '')) ?? []);
    if (found.length === 0) return [];
    const { period } = needOfLines(lines, field.name, parent, running);
    return [{ kind: 'number', entity: lines.name, field: field.name, period, last: Math.max(...found) }];
  });
}

function needOfLines({ name }: PreparedEntity, field: string, parent: string, running: Running): SeriesNeed {
  const period = JSON.stringify([running.before, running.behind, parent]);
  return { entity: name, field, id: parent, period, parent, numberIn: (text) => numberIn(running, text) };
}

function runningOf({ app, now }: Context, { entity }: PreparedEntity, name: string): Running | null {
  const type = entity.fields.find((field) => field.name === name)?.type;
  return type?.kind === 'number series' ? runningNow(type.pattern, now, app.zone) : null;
}

function needOf({ name }: PreparedEntity, field: string, id: string, running: Running): SeriesNeed {
  const period = JSON.stringify([running.before, running.behind]);
  return { entity: name, field, id, period, numberIn: (text) => numberIn(running, text) };
}
