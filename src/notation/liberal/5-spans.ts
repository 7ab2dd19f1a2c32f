import { memberText, within } from './5-count.ts';
import type { KnownEntity, Lexicon } from './lexicon.ts';
import { nameWords } from './phrases/fold.ts';
import { type Attribute, attributesOf } from './phrases/frame.ts';
import { unitOfName } from './phrases/operand.ts';

/** From when to when a record lasts, inside of a query over its entity and of the record at hand. */
export interface Lasting {
  /** Where it begins. */
  readonly field: string;
  readonly inside: string;
  readonly own: string;
  /** What two records must have in common besides: the day that times stand on. */
  readonly day: Attribute | null;
  /** Two that only touch share a day. */
  readonly byDays: boolean;
}

const BEGINS: ReadonlySet<string> = new Set(['start', 'starts', 'from', 'begin', 'begins', 'arrival', 'arrives']);
const ENDS: ReadonlySet<string> = new Set(['end', 'ends', 'to', 'until', 'till', 'departure', 'departs']);
const LASTS: ReadonlySet<string> = new Set(['duration', 'length', 'lasts', 'minutes', 'hours', 'days']);

/** The two fields between which a record lasts, or the one where it begins and how long it lasts; null where that is not sure. */
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
    const till = last === undefined ? endOf(entity, first, fields) : placesOf(entity, last);
    if (till === null) return null;
    const begin = placesOf(entity, first);
    return {
      field: first.name,
      inside: `${begin.inside}, ${till.inside}`,
      own: `${begin.own}, ${till.own}`,
      day,
      byDays: kind === 'date',
    };
  }
  return null;
}

/** The first word of a name, or its last: `startsAt`, `checkInFrom`. */
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

interface Places {
  readonly inside: string;
  readonly own: string;
}

const placesOf = (entity: KnownEntity, { name }: Attribute): Places => ({
  inside: within(entity, name),
  own: `this${memberText(name)}`,
});

/** Where it ends that begins at a field and lasts as long as another says. */
function endOf(entity: KnownEntity, begin: Attribute, fields: readonly Attribute[]): Places | null {
  const lasting = fields.filter(
    (each) => each.type.kind === 'duration' || (each.type.kind === 'integer' && isNamed(LASTS)(each)),
  );
  const [only] = lasting;
  if (lasting.length !== 1 || only === undefined) return null;
  const unit = only.type.kind === 'integer' ? (only.type.unit ?? unitOfLength(only.name)) : null;
  if (unit === undefined) return null;
  const times = unit === null ? '' : ` * 1 ${unit}`;
  const [from, length] = [placesOf(entity, begin), placesOf(entity, only)];
  return { inside: `${from.inside} + ${length.inside}${times}`, own: `${from.own} + ${length.own}${times}` };
}

/** `durationMin` lasts so many minutes, since it says how long something lasts. */
const unitOfLength = (name: string) => (/^mins?$/.test(nameWords(name).at(-1) ?? '') ? 'minute' : unitOfName(name));
