import type { Entity, Field, Model } from '../../src/model/model.ts';
import { readDocument } from '../../src/notation/read.ts';
import { GENERATED_NOW, type GeneratedDocument, type Offers, type Sent } from '../../src/verify/generate.ts';
import type { Json, World } from '../../src/verify/oracle/world.ts';
import { worldOf } from './generated-world.ts';
import { startServer } from './server.ts';

/** The examples of which the oracle knows all functions and effects. */
export const JUDGED: readonly string[] = ['seed.md', 'expense-claims.md', 'tasks.md', 'invoices.md', 'lending.md'];

/** A document that somebody wrote, with what may be sent to what runs it: the values of its own sample data, and values that don't fit. */
export async function statedDocument(text: string, seed: number): Promise<GeneratedDocument> {
  const { model } = readDocument(text);
  const server = await startServer(text, { now: GENERATED_NOW });
  try {
    const world = await worldOf(server.store, server.runtime.current().model);
    const inputs = new Map(
      model.entities.map((entity) => [
        entity.name,
        new Map(entity.fields.map((field) => [field.name, offersOf(world, entity, field)])),
      ]),
    );
    return { seed, text, person: personOf(model), inputs };
  } finally {
    await server.stop();
  }
}

const personOf = (model: Model): string =>
  model.entities.find(({ fields }) => fields.some(({ signIn }) => signIn))?.name ?? 'Person';

function offersOf(world: World, entity: Entity, { name, type, computed, byProduct, askedOn }: Field): Offers {
  const use = computed !== null ? 'computed' : byProduct ? 'product' : askedOn.length > 0 ? 'asked' : 'input';
  const lines = type.kind === 'list' ? type.entity : null;
  const kept = lines === null ? valuesOf(world, entity, name) : [];
  const good: readonly Sent[] =
    type.kind === 'reference'
      ? [{ ref: type.entity }]
      : type.kind === 'references'
        ? [{ refs: type.entity }]
        : kept.flatMap((json) => (isSent(json) ? [{ json }] : []));
  return { good, bad: (BAD.get(type.kind) ?? []).map((json) => ({ json })), lines, use };
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
  ['reference', ['0190a6a0-0000-7000-8000-000000000000', 'no such id']],
]);
