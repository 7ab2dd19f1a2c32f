import { memberText, within } from './5-count.ts';
import type { KnownEntity, Lexicon } from './lexicon.ts';
import { nameWords } from './phrases/fold.ts';
import { type Attribute, attributesOf, type Operand } from './phrases/frame.ts';
import { unitOfName } from './phrases/operand.ts';

/** From when to when a record lasts. */
export interface Lasting {
  readonly begin: Place;
  readonly end: Place;
  /** How long it lasts. */
  readonly length: Operand;
  /** The day that times of day stand on, where they do. */
  readonly day: Attribute | null;
  /** It lasts whole days, so that two which only touch share one. */
  readonly byDays: boolean;
}

/** A moment inside of a query over its entity, and of the record at hand; `field`: null where it is worked out. */
interface Place {
  readonly field: string | null;
  readonly inside: string;
  readonly own: string;
}

const BEGINS: ReadonlySet<string> = new Set(['start', 'starts', 'from', 'begin', 'begins', 'arrival', 'arrives']);
const ENDS: ReadonlySet<string> = new Set(['end', 'ends', 'to', 'until', 'till', 'departure', 'departs']);
const LASTS: ReadonlySet<string> = new Set(['duration', 'length', 'lasts', 'minutes', 'hours', 'days']);

/** The two fields between which a record lasts, or where it begins and how long it lasts; null where that is not sure. */
export function lastingOf(entity: KnownEntity, lexicon: Lexicon): Lasting | null {
  const fields = attributesOf(lexicon, entity).filter(({ field }) => field !== null);
  for (const kind of ['date and time', 'date', 'time'] as const) {
    const own = fields.filter(({ type }) => type.kind === kind);
    const [from, to] = [own.filter(isNamed(BEGINS)), own.filter(isNamed(ENDS))];
    const [first, last] = [from[0], to[0]];
    if (first === undefined) continue;
    if (from.length > 1 || to.length > 1) return null;
    const day = kind === 'time' ? onlyDay(fields) : null;
    if (kind === 'time' && day === null) return null;
    const begin = placeOf(entity, first);
    const byDays = kind === 'date';
    if (last === undefined) return withLength(entity, begin, fields, { day, byDays });
    const end = placeOf(entity, last);
    return { begin, end, length: lengthOf(`(${end.own} - ${begin.own})`), day, byDays };
  }
  return null;
}

/** The first word of a name, or its last: `startsAt`, `valid from`. */
const isNamed =
  (names: ReadonlySet<string>) =>
  ({ name }: Attribute) => {
    const parts = nameWords(name);
    return names.has(parts[0] ?? '') || names.has(parts.at(-1) ?? '');
  };

function onlyDay(fields: readonly Attribute[]): Attribute | null {
  const days = fields.filter(({ type }) => type.kind === 'date');
  return days.length === 1 ? (days[0] ?? null) : null;
}

const placeOf = (entity: KnownEntity, { name }: Attribute): Place => ({
  field: name,
  inside: within(entity, name),
  own: `this${memberText(name)}`,
});

const lengthOf = (text: string): Operand => ({ text, sort: 'duration', entity: null, options: [], compound: false });

/** It ends where it begins, and as much later as a field says. */
function withLength(
  entity: KnownEntity,
  begin: Place,
  fields: readonly Attribute[],
  of: Pick<Lasting, 'day' | 'byDays'>,
): Lasting | null {
  const lasting = fields.filter(
    (each) => each.type.kind === 'duration' || (each.type.kind === 'integer' && isNamed(LASTS)(each)),
  );
  const [only] = lasting;
  if (lasting.length !== 1 || only === undefined) return null;
  const unit = only.type.kind === 'integer' ? (only.type.unit ?? unitOfLength(only.name)) : null;
  if (unit === undefined) return null;
  const times = unit === null ? '' : ` * 1 ${unit}`;
  const [inside, own] = [`${within(entity, only.name)}${times}`, `this${memberText(only.name)}${times}`];
  const end = { field: null, inside: `${begin.inside} + ${inside}`, own: `${begin.own} + ${own}` };
  return { begin, end, length: lengthOf(own), ...of };
}

/** `durationMin` lasts so many minutes, since it says how long something lasts. */
const unitOfLength = (name: string) => (/^mins?$/.test(nameWords(name).at(-1) ?? '') ? 'minute' : unitOfName(name));
