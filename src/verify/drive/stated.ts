import type { Entity, Field, Model } from '../../model/model.ts';
import type { GeneratedDocument, Offers, Sent } from '../generate.ts';
import type { Json, World } from '../oracle/world.ts';
import { NOWHERE } from './address.ts';

/** A document that somebody wrote, with what may be sent to what runs it: the values of its own sample data, and values that don't fit. */
export function statedDocument(text: string, model: Model, world: World, seed: number): GeneratedDocument {
  const inputs = new Map(
    model.entities.map((entity) => [
      entity.name,
      new Map(entity.fields.map((field) => [field.name, offersOf(world, entity, field)])),
    ]),
  );
  return { seed, text, person: personOf(model), inputs };
}

const personOf = (model: Model): string =>
  model.entities.find(({ fields }) => fields.some(({ signIn }) => signIn))?.name ?? 'Person';

function offersOf(world: World, entity: Entity, field: Field): Offers {
  const { name, type, computed, byProduct, askedOn, unique, signIn } = field;
  const use = computed !== null ? 'computed' : byProduct ? 'product' : askedOn.length > 0 ? 'asked' : 'input';
  const lines = type.kind === 'list' ? type.entity : null;
  const kept = lines === null ? valuesOf(world, entity, name) : [];
  const good: readonly Sent[] =
    type.kind === 'reference'
      ? [{ ref: type.entity }]
      : type.kind === 'references'
        ? [{ refs: type.entity }]
        : [...kept, ...(kept.length === 0 ? fitting(field) : [])].flatMap((json) => (isSent(json) ? [{ json }] : []));
  const bad = (BAD.get(type.kind) ?? []).map((json) => ({ json }));
  return { good, bad, lines, use, ...(unique || signIn ? { once: true } : {}) };
}

type Plain = Extract<Sent, { readonly json: unknown }>['json'];

/** Files are uploaded before they are sent, and not here. */
const isSent = (json: Json): json is Plain => json !== null && (typeof json !== 'object' || !('file' in json));

function valuesOf(world: World, { name, belongsTo }: Entity, field: string): readonly Json[] {
  const records = [...world.values()].map(({ entity, values }) => ({ entity, values: Object.fromEntries(values) }));
  if (belongsTo === null) return records.flatMap((each) => (each.entity === name ? (each.values[field] ?? []) : []));
  const lists = records.flatMap(({ values }) => Object.values(values)).filter((json) => Array.isArray(json));
  return lists.flat().flatMap((line) => {
    const isLine = line !== null && typeof line === 'object' && !Array.isArray(line);
    return isLine ? ((line as { readonly [name: string]: Json })[field] ?? []) : [];
  });
}

/** Values for a field that no record of the sample data fills; which of them are right is for the oracle to say. */
function fitting({ type }: Field): readonly Plain[] {
  if (type.kind === 'choice') return type.options.map(({ name }) => (type.several ? [name] : name));
  return FITTING.get(type.kind) ?? [];
}

const FITTING: ReadonlyMap<string, readonly Plain[]> = new Map<string, readonly Plain[]>([
  ['text', ['Some text', 'Another one']],
  ['long text', ['Some text', 'Two\nlines']],
  ['email', ['somebody@example.com']],
  ['integer', [1, 3, 20]],
  ['decimal', ['1.5', '20']],
  ['money', ['1.50', '200.00']],
  ['boolean', [true, false]],
  ['date', ['2026-07-01', '2026-08-14', '2026-12-24']],
  ['date and time', ['2026-08-01T08:30:00Z', '2026-09-20T15:00:00Z']],
]);

/** What no field of the kind takes. */
const BAD: ReadonlyMap<string, readonly Plain[]> = new Map<string, readonly Plain[]>([
  ['text', [5, 'two\nlines']],
  ['long text', [5, false]],
  ['email', ['no mail', 'a b@example.com']],
  ['integer', ['x', 1.5, 10 ** 16]],
  ['decimal', ['x', '1,5', '99999999999999.00']],
  ['money', ['x', 5, '1.005']],
  ['boolean', ['yes', 1]],
  ['date', ['2026-02-30', 20260201]],
  ['date and time', ['soon', '2026-08-01']],
  ['choice', ['Nothing of it', 0]],
  ['reference', [NOWHERE, 'no such id']],
]);
