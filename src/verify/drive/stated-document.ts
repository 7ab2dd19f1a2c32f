import { fieldType } from '../../fields/registry/lookup.ts';
import type { Entity, Field, Model } from '../../model/types/model.ts';
import { isTextFormat, type TextFormatKind } from '../../model/types/text-formats.ts';
import type { Bound } from '../../model/types/types.ts';
import type { Json, World } from '../evaluator/world.ts';
import type { GeneratedDocument, Offers, Sent } from '../generate/generate-document.ts';
import { UNUSED_ID } from './call-address.ts';
import { unsentFile } from './files.ts';
import type { FileFor } from './running-application.ts';

/** A written document with inputs for testing: values of its sample data, and invalid values. */
export function statedDocument(
  text: string,
  model: Model,
  world: World,
  seed: number,
  fileFor: FileFor = () => null,
): GeneratedDocument {
  const roles = model.roles.filter(({ everyone, guest, relation }) => !everyone && !guest && relation.length === 0);
  const names = roles.map(({ name }) => name);
  const inputs = new Map(
    model.entities.map((entity) => [
      entity.name,
      new Map(entity.fields.map((field) => [field.name, offersOf({ world, roles: names, fileFor }, entity, field)])),
    ]),
  );
  return { seed, text, person: personOf(model), inputs };
}

const personOf = (model: Model): string =>
  model.entities.find(({ fields }) => fields.some(({ signIn }) => signIn))?.name ?? 'Person';

/** The sources of values. */
interface From {
  readonly world: World;
  readonly roles: readonly string[];
  readonly fileFor: FileFor;
}

function offersOf({ world, roles, fileFor }: From, entity: Entity, field: Field): Offers {
  const { name, type, computed, byProduct, askedOn, unique, signIn } = field;
  const isMade = byProduct || type.kind === 'number series' || type.kind === 'object';
  const use = computed !== null ? 'computed' : isMade ? 'product' : askedOn.length > 0 ? 'asked' : 'input';
  const lines = type.kind === 'list' ? type.entity : null;
  const kept = lines === null ? valuesOf(world, entity, name) : [];
  const good: readonly Sent[] =
    type.kind === 'reference'
      ? [{ ref: type.entity }]
      : type.kind === 'file'
        ? [unsentFile(type, fileFor)].flatMap((json) => (json === null ? [] : [{ json: json as Plain }]))
        : type.kind === 'references'
          ? [{ refs: type.entity }]
          : [...kept, ...(kept.length === 0 || OF_FEW.has(type.kind) ? fitting(field, roles) : [])].flatMap((json) =>
              isSent(json) ? [{ json }] : [],
            );
  const bad = (isTextFormat(type.kind) ? formatSamples(type.kind).bad : (BAD.get(type.kind) ?? [])).map((json) => ({
    json,
  }));
  return { good, bad, lines, use, ...(unique || signIn ? { once: true } : {}) };
}

/** Kinds of which every value is sent, not only those of the sample data. */
const OF_FEW: ReadonlySet<string> = new Set(['choice', 'role', 'boolean']);

type Plain = Extract<Sent, { readonly json: unknown }>['json'];

const isSent = (json: Json): json is Plain => json !== null;

function valuesOf(world: World, { name, belongsTo }: Entity, field: string): readonly Json[] {
  const records = [...world.values()].map(({ entity, values }) => ({ entity, values: Object.fromEntries(values) }));
  if (belongsTo === null) return records.flatMap((each) => (each.entity === name ? (each.values[field] ?? []) : []));
  const lists = records.flatMap(({ values }) => Object.values(values)).filter((json) => Array.isArray(json));
  return lists.flat().flatMap((line) => {
    const isLine = line !== null && typeof line === 'object' && !Array.isArray(line);
    return isLine ? ((line as { readonly [name: string]: Json })[field] ?? []) : [];
  });
}

/** Returns values for a field without sample data; the oracle decides which are valid. */
function fitting({ type }: Field, roles: readonly string[]): readonly Plain[] {
  if (type.kind === 'integer' || type.kind === 'decimal' || type.kind === 'money') {
    const bounded = withinBounds(type);
    if (bounded.length > 0) return bounded;
  }
  if ((type.kind === 'text' || type.kind === 'long text') && type.min !== null && 'value' in type.min)
    return [textOf(type.min.value), textOf(type.min.value + 7)];
  if (type.kind === 'password') return passwordsOf(type);
  if (type.kind === 'role') return roles.map((name) => (type.several ? [name] : name));
  if (type.kind === 'choice') return type.options.map(({ name }) => (type.several ? [name] : name));
  if (isTextFormat(type.kind)) return formatSamples(type.kind).good;
  return FITTING.get(type.kind) ?? [];
}

type Numeric = Extract<Field['type'], { readonly kind: 'integer' | 'decimal' | 'money' }>;

/** Returns numbers at and between the bounds of a field; empty if no bound is a literal. */
function withinBounds(type: Numeric): readonly Plain[] {
  const [min, max] = [boundOf(type.min), boundOf(type.max)];
  if (min === null && max === null) return [];
  const least = min ?? Math.min(0, max ?? 0);
  const most = max ?? least + 100;
  const step = type.kind === 'integer' ? (type.step ?? 1) : 1;
  const all = [least, least + step, least + step * Math.floor((most - least) / step / 2), most];
  const numbers = all.filter((each) => each >= least && each <= most);
  return type.kind === 'integer' ? numbers : numbers.map((each) => each.toFixed(Math.min(type.scale, 2)));
}

/** Returns passwords of the shortest length and longer. */
function passwordsOf({ min, max }: Extract<Field['type'], { readonly kind: 'password' }>): readonly Plain[] {
  const [least, most] = [boundOf(min) ?? 10, boundOf(max) ?? 72];
  return [least, Math.min(least + 9, most)].map((length) => 'correct-Horse-7'.repeat(length / 15 + 1).slice(0, length));
}

/** Returns a text of this length. */
const textOf = (length: number): string =>
  'Something that is said of it. '
    .repeat(length / 30 + 1)
    .slice(0, length)
    .replace(/ $/, '.');

const boundOf = (bound: Bound | null): number | null => (bound !== null && 'value' in bound ? bound.value : null);

/** Valid and invalid values as stated by the file of the format in `fields/types/`. */
function formatSamples(kind: TextFormatKind): { readonly good: readonly Plain[]; readonly bad: readonly Plain[] } {
  const samples = fieldType(kind).samples;
  const inputs = (of: readonly (readonly [Json, string])[]) =>
    of.flatMap(([json]) => (json === '' || json === null ? [] : [json as Plain]));
  return { good: samples.flatMap(({ good }) => inputs(good)), bad: samples.flatMap(({ bad }) => inputs(bad)) };
}

const FITTING: ReadonlyMap<string, readonly Plain[]> = new Map<string, readonly Plain[]>([
  ['text', ['Some text', 'Another one']],
  ['long text', ['Some text', 'Two\nlines']],
  ['integer', [1, 3, 20]],
  ['decimal', ['1.5', '20']],
  ['money', ['1.50', '200.00']],
  ['boolean', [true, false]],
  ['time', ['09:00', '12:30', '17:00']],
  ['duration', ['30 min', '2 h', '8 h']],
  ['texts', [['One', 'Two'], ['Three']]],
  ['date', ['2026-07-01', '2026-08-14', '2026-12-24']],
  ['date and time', ['2026-08-01T08:30:00Z', '2026-09-20T15:00:00Z']],
]);

/** Values that no field of the kind accepts. */
const BAD: ReadonlyMap<string, readonly Plain[]> = new Map<string, readonly Plain[]>([
  ['text', [5, 'two\nlines']],
  ['long text', [5, false]],
  ['password', [12345678901, 'two\nlines of it']],
  ['integer', ['x', 1.5, 10 ** 16]],
  ['decimal', ['x', '1,5', '99999999999999.00']],
  ['money', ['x', 5, '1.005']],
  ['boolean', ['yes', 1]],
  ['time', ['25:00', 5]],
  ['duration', ['soon', 5]],
  ['texts', ['One', 5]],
  ['date', ['2026-02-30', 20260201]],
  ['date and time', ['soon', '2026-08-01']],
  ['choice', ['Nothing of it', 0]],
  ['reference', [UNUSED_ID, 'no such id']],
]);
