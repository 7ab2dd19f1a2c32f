import type { ErrorEntry, Model } from '../../model/types/model.ts';
import type { Answer, Can, Fault, ReadableRecord, Refused } from './world.ts';

/** Replaces standard errors in an answer by the entries of the catalogue that stand for them. */
export function withCatalogueCodes(model: Model, answer: Answer, asked: Asked | null = null): Answer {
  if (!answer.allowed) return refused(model, answer, asked);
  const seen = (each: ReadableRecord): ReadableRecord => ({ ...each, can: can(model, each.can) });
  const { list, warnings } = answer;
  return {
    ...answer,
    record: answer.record === null ? null : seen(answer.record),
    list: list === null ? null : list.map(seen),
    ...(warnings === undefined ? {} : { warnings: { ...warnings, faults: faults(model, warnings.faults) } }),
  };
}

/** What a request was about, for rows of the catalogue that are about an entity, an event or hidden records only. */
export interface Asked {
  readonly entity: string;
  readonly event: string | null;
  /** The name of the call. */
  readonly call: string | null;
  /** Whether the record exists, though it may not be readable. */
  readonly exists: boolean;
}

function refused(model: Model, answer: Refused, asked: Asked | null): Refused {
  const rows = answer.faults.map((fault) =>
    rowOf(model, fault.code, asked === null ? [] : causesOfFault(model, fault, asked)),
  );
  const faults = answer.faults.map((fault, index) => ({ ...fault, code: rows[index]?.code ?? fault.code }));
  const statuses = new Set(rows.map((row) => row?.status ?? null));
  const shared = statuses.size === 1 ? ([...statuses][0] ?? null) : null;
  const [only, ...others] = [...new Set(faults.map(({ code }) => code))];
  // A refusal with a single kind of fault that the catalogue lists is answered with that code.
  if (
    answer.code === 'INVALID' &&
    only !== undefined &&
    others.length === 0 &&
    model.errors.some(({ code }) => code === only)
  )
    return { ...answer, code: only, status: shared ?? answer.status, faults };
  const row = rowOf(model, answer.code, asked === null || answer.ofComment ? [] : causesOfRefusal(answer.code, asked));
  const status = answer.code === 'INVALID' ? (row?.status ?? shared) : row?.status;
  return { ...answer, code: row?.code ?? answer.code, status: status ?? answer.status, faults };
}

function causesOfRefusal(code: string, { entity, event, call, exists }: Asked): readonly string[] {
  return [
    ...ofCall(call),
    ...(event === null ? [] : [event]),
    ...(code === 'NOT_FOUND' && exists ? [`${entity}: read`] : [entity]),
  ];
}

/** Returns what a row may name for a fault: its rule, its field, and the entity of either. */
function causesOfFault({ rules, entities }: Model, { path, rule }: Fault, { entity, call }: Asked): readonly string[] {
  const broken = rules.find(({ id }) => id === rule);
  if (broken !== undefined) return [...ofCall(call), broken.name, broken.entity];
  const of = (name: string) => entities.find((each) => each.name === name);
  const [first = '', inside] = path.split(/\[\d+\]\.?/);
  const type = of(entity)?.fields.find(({ name }) => name === first)?.type;
  const isOfLine = type?.kind === 'list' && inside !== undefined && inside !== '';
  const owner = isOfLine ? type.entity : entity;
  return [...ofCall(call), `${owner}.${isOfLine ? inside : first}`, owner];
}

const ofCall = (call: string | null): readonly string[] => (call === null ? [] : [`call ${call}`]);

/**
 * Returns the row of the catalogue for a code: one that names what raised it, else one that names nothing. A row that
 * names only fields, entities or hidden records is used for nothing else.
 */
function rowOf(model: Model, code: string, causes: readonly string[]): ErrorEntry | null {
  const own = model.errors.filter((entry) => entry.code === code);
  const standing = model.errors.filter(({ standsFor }) => standsFor.some((each) => each === code));
  const naming = [...own, ...standing];
  for (const cause of causes) {
    const found = naming.find((entry) => entry.causes.some(({ name }) => folded(name) === folded(cause)));
    if (found !== undefined) return found;
  }
  const usual = own.length > 0 ? own : standing;
  const [first] = usual;
  const plain = usual.find((entry) => entry.causes.length === 0);
  return plain ?? (first === undefined || isLimited(model, first) ? null : first);
}

function isLimited({ entities, calls }: Model, { causes }: ErrorEntry): boolean {
  const names = new Set(
    entities.flatMap(({ name, fields }) => [name, `${name}: read`, ...fields.map((field) => `${name}.${field.name}`)]),
  );
  for (const { name } of calls) names.add(`call ${folded(name)}`);
  return causes.every(({ name }) => names.has(folded(name)));
}

const folded = (name: string): string =>
  name
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*:\s*/g, ': ');

const faults = (model: Model, given: Refused['faults']): Refused['faults'] =>
  given.map((fault) => ({ ...fault, code: called(model, fault.code) }));

function can(model: Model, given: Can): Can {
  const all = (codes: readonly string[]) =>
    codes.flatMap((code) => (code === 'IN_USE' ? [code, called(model, code)] : called(model, code)));
  const each = (from: Can['change']) => new Map([...from].map(([name, codes]) => [name, all(codes)] as const));
  return { ...given, delete: all(given.delete), change: each(given.change), events: each(given.events) };
}

const called = (model: Model, code: string): string => entryFor(model, code)?.code ?? code;

/** Returns the entry that stands for a code; none if the catalogue has the code itself. */
function entryFor({ errors }: Model, code: string): ErrorEntry | undefined {
  if (errors.some((entry) => entry.code === code)) return undefined;
  const isOfCalls = ({ causes }: ErrorEntry) => causes.length > 0 && causes.every(({ name }) => /^call\s/.test(name));
  return errors.find((entry) => entry.standsFor.some((each) => each === code) && !isOfCalls(entry));
}
