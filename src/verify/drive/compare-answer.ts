import type { AnswerShape } from '../../expressions/shapes/resolve-shape.ts';
import type { Model } from '../../model/types/model.ts';
import { matchesPlaceholder } from '../evaluator/placeholder-values.ts';
import {
  type Answer,
  type Can,
  DEPENDS_ON_RESULT,
  type Json,
  type ReadableRecord,
  type Refused,
  type Warnings,
} from '../evaluator/world.ts';
import { shapedDifferences, shapedListDifferences } from './answer-shape.ts';
import { isSameValue } from './compare-lines.ts';
import type { Answer as HttpAnswer } from './running-application.ts';
import { hasStatedBody, statedErrorDifferences } from './stated-error.ts';

/** The parts of the server's answer that are compared. */
export interface Body {
  readonly [name: string]: unknown;
}

/** Returns the differences between the oracle's answer and the server's; empty if they agree. */
export function differences(
  expected: Answer,
  got: HttpAnswer<Body | null>,
  given: AnswerShape | null,
  model: Model,
): readonly string[] {
  if (!expected.allowed && hasStatedBody(model, got.body)) return statedErrorDifferences(model, expected, got);
  if (!expected.allowed) return refusalDifferences(expected, got);
  if (got.status >= 300)
    return [`expected it to be allowed, got ${got.status} ${codeOf(got.body)} ${JSON.stringify(failuresOf(got.body))}`];
  if (expected.list !== null)
    return given === null
      ? listDifferences(expected.list, got.body)
      : shapedListDifferences(model, given, expected.list, got.body);
  if (expected.record === null)
    return got.body === null || got.status === 204 ? [] : ['expected an answer without a record'];
  if (got.body === null) return ['expected a record'];
  if (given !== null) return shapedDifferences(given, expected.record, got.body);
  return [...seenDifferences(expected.record, got.body), ...warnedDifferences(expected.warnings, got.body)];
}

/** Reported warnings must be expected; if a write is certain, all expected ones must be reported. */
function warnedDifferences(expected: Warnings | undefined, body: Body): readonly string[] {
  const { warnings } = body['_'] as { readonly warnings?: readonly { pointer: string; code: string }[] };
  const given = (warnings ?? []).map(({ pointer, code }) => `${pathOf(pointer)} ${code}`).sort();
  const wanted = (expected?.faults ?? []).map(({ path, code }) => `${path} ${code}`).sort();
  const isRight =
    expected?.certain === true ? wanted.join() === given.join() : given.every((each) => wanted.includes(each));
  return isRight ? [] : [`warned: expected ${wanted.join(', ') || 'nothing'}, got ${given.join(', ') || 'nothing'}`];
}

/** Codes for wrong values; which of them is reported is not compared. */
const TASTE: ReadonlySet<string> = new Set([
  'WRONG_TYPE',
  'TOO_LONG',
  'TOO_SHORT',
  'TOO_SMALL',
  'TOO_BIG',
  'TOO_FEW',
  'TOO_MANY',
  'TOO_FEW_LINES',
  'TOO_MANY_LINES',
  'NOT_A_CHOICE',
  'NO_SUCH_VALUE',
  'NUMBER_TOO_LARGE',
  'WRONG_FILE',
]);

function refusalDifferences(expected: Refused, got: HttpAnswer<Body | null>): readonly string[] {
  // Which code reports an unreadable request is not compared.
  if (expected.status === 400 && got.status === 400) return [];
  const faults = expected.faults.map((fault) => `${fault.path} ${TASTE.has(fault.code) ? 'TYPE' : fault.code}`).sort();
  const wanted = `${expected.status} ${expected.status === 422 ? '' : expected.code} ${expected.status === 422 ? faults.join(', ') : ''}`;
  const failures = failuresOf(got.body)
    .map(({ path, code }) => `${path} ${TASTE.has(code) ? 'TYPE' : code}`)
    .sort();
  const found = `${got.status} ${got.status === 422 ? '' : codeOf(got.body)} ${got.status === 422 ? failures.join(', ') : ''}`;
  return wanted === found || isReported(expected, got, failures)
    ? []
    : [`expected ${wanted.trim()} ${JSON.stringify(expected.faults)}, got ${found.trim()}`];
}

/** Rules over other records may be reported only after everything else holds. */
function isReported({ status, faults }: Refused, got: HttpAnswer<Body | null>, failures: readonly string[]): boolean {
  if (status < 400 || got.status < 400 || failures.length === 0 || !faults.some(({ afterOthers }) => afterOthers))
    return false;
  const faultText = ({ path, code }: Refused['faults'][number]) => `${path} ${TASTE.has(code) ? 'TYPE' : code}`;
  const left = [...failures];
  const take = (fault: string): boolean => {
    const at = left.indexOf(fault);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const hasNear = faults.filter(({ afterOthers }) => !afterOthers).every((fault) => take(faultText(fault)));
  for (const fault of faults) if (fault.afterOthers) take(faultText(fault));
  return hasNear && left.length === 0;
}

function codeOf(body: Body | null): string {
  return String(body?.['code'] ?? 'nothing');
}

function failuresOf(body: Body | null): readonly { readonly path: string; readonly code: string }[] {
  const failures = body?.['failures'];
  if (!Array.isArray(failures)) return [];
  return failures.map((failure: { pointer: string; code: string }) => ({
    path: pathOf(failure.pointer),
    code: failure.code,
  }));
}

/** Converts `/parts/0/cost` to `parts[0].cost`. */
function pathOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
}

function listDifferences(expected: readonly ReadableRecord[], body: Body | null): readonly string[] {
  const items = body?.['items'];
  if (!Array.isArray(items)) return ['expected a page'];
  const found = new Map(items.map((item: Body) => [String(item['id']), item]));
  const missing = expected.filter((seen) => !found.has(seen.id)).map((seen) => `lacks ${titleOf(seen)}`);
  const known = new Set(expected.map((seen) => seen.id));
  const surplus = [...found.values()]
    .filter((item) => !known.has(String(item['id'])))
    .map((item) => `has ${String((item['_'] as { title?: string }).title)}`);
  const inside = expected.flatMap((seen) => {
    const item = found.get(seen.id);
    return item === undefined ? [] : seenDifferences(seen, item).map((difference) => `${titleOf(seen)}: ${difference}`);
  });
  return [...missing, ...surplus, ...inside];
}

/** Compares the order of a list, if one was requested. */
export function orderDifferences(expected: readonly ReadableRecord[], body: Body | null): readonly string[] {
  const items = body?.['items'];
  const [wanted, found] = [
    expected.map((seen) => seen.id).join(),
    Array.isArray(items) ? items.map((item: Body) => item['id']).join() : '',
  ];
  const titles = Array.isArray(items) ? items.map((item: { _: { title: string } }) => item._.title).join(', ') : '';
  return wanted === found ? [] : [`order: expected ${expected.map(titleOf).join(', ')}, got ${titles}`];
}

const titleOf = (seen: ReadableRecord): string =>
  String(seen.fields.get('label') ?? seen.fields.get('name') ?? seen.id);

function seenDifferences(seen: ReadableRecord, body: Body): readonly string[] {
  const own = Object.entries(body).filter(
    ([name]) =>
      !['id', '_', 'createdAt', 'createdBy', 'changedAt', 'changedBy'].includes(name) || seen.fields.has(name),
  );
  const given = new Map(own as [string, Json][]);
  const fields = [...seen.fields].flatMap(([name, value]): string[] => {
    if (!given.has(name)) return [`${name}: expected ${short(value)}, it is absent`];
    return (matchesPlaceholder(value, given.get(name)) ?? isSameValue(value, given.get(name) ?? null))
      ? []
      : [`${name}: expected ${short(value)}, got ${short(given.get(name) ?? null)}`];
  });
  const surplus = [...given.keys()]
    .filter((name) => !seen.fields.has(name))
    .map((name) => `${name}: it was not expected`);
  return [...fields, ...surplus, ...canDifferences(seen.can, (body['_'] as { can?: WireCan }).can)];
}

interface WireCan {
  readonly delete: { readonly code: string } | null;
  readonly change: { readonly [field: string]: { readonly code: string } | null };
  readonly events: { readonly [event: string]: { readonly code: string } | null };
  readonly back?: { readonly [event: string]: string };
}

function canDifferences(expected: Can, can: WireCan | undefined): readonly string[] {
  if (can === undefined) return ['can is absent'];
  const events = new Map(Object.entries(can.events));
  const change = new Map(Object.entries(can.change));
  return [
    // References to a record are checked when it is deleted, not for each row of a list.
    ...(expected.delete.includes('IN_USE') && can.delete === null
      ? []
      : codeDifference('delete', expected.delete, can.delete)),
    ...[...expected.events].flatMap(([name, codes]) => codeDifference(`event ${name}`, codes, events.get(name))),
    ...[...events.keys()].filter((name) => !expected.events.has(name)).map((name) => `can event ${name}: not expected`),
    ...[...expected.change].flatMap(([name, codes]) =>
      change.has(name) || codes.length === 0 ? codeDifference(`change ${name}`, codes, change.get(name)) : [],
    ),
    ...[...change]
      .filter(([name, refused]) => !expected.change.has(name) && refused === null)
      .map(([name]) => `can change ${name}: allowed, not expected`),
    ...backDifferences(expected.back, new Map(Object.entries(can.back ?? {}))),
  ];
}

/** An offered undo event must really lead back; if that is certain in advance, one must be offered. */
function backDifferences(expected: Can['back'], given: ReadonlyMap<string, string>): readonly string[] {
  const named = [...given].flatMap(([event, back]) => {
    const events = expected.get(event)?.events ?? [];
    return events.includes(back)
      ? []
      : [`can back ${event}: expected ${events.join(' or ') || 'nothing'}, got ${back}`];
  });
  const missing = [...expected].flatMap(([event, { events, certain }]) =>
    certain && events.length > 0 && !given.has(event) ? [`can back ${event}: expected ${events.join(' or ')}`] : [],
  );
  return [...named, ...missing];
}

function codeDifference(
  what: string,
  codes: readonly string[],
  refused: { readonly code: string } | null | undefined,
): readonly string[] {
  if (refused === undefined) return [`can ${what}: absent`];
  if (codes.length === 0) return refused === null ? [] : [`can ${what}: expected allowed, got ${refused.code}`];
  if (refused === null)
    return codes.includes(DEPENDS_ON_RESULT) ? [] : [`can ${what}: expected ${codes.join(' or ')}, got allowed`];
  return codes.includes(refused.code) || (codes.some((code) => TASTE.has(code)) && TASTE.has(refused.code))
    ? []
    : [`can ${what}: expected ${codes.join(' or ')}, got ${refused.code}`];
}

const short = (value: Json): string => JSON.stringify(value).slice(0, 120);
