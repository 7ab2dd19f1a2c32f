import type { CompiledModel } from '../../engine/compiled/compiled-model.ts';
import { PRODUCT } from '../../engine/core/principal.ts';
import type { Refusal } from '../../engine/core/refusal.ts';
import { createSamples } from '../../engine/sample/load-samples.ts';
import { noValues } from '../../fields/text/value.ts';
import { newId } from '../core/new-id.ts';
import { followUpDecider } from '../runtime/decide-follow-ups.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { INVITATION_LIFETIME_MS, makeLink } from './password-links.ts';
import { personNamed } from './sign-in-names.ts';

export type AddPersonResult =
  | { readonly added: true; readonly link: string; readonly isNew: boolean }
  | { readonly added: false; readonly problems: readonly string[] };

/**
 * Adds a person and returns a link by which they choose a password. `values`: texts by field, written as in sample
 * data. If the person exists, only a link is created. Writes nothing if a value is invalid.
 */
export async function addPerson(
  runtime: Runtime,
  origin: string,
  signIn: string,
  values: ReadonlyMap<string, string>,
): Promise<AddPersonResult> {
  const { store, clock } = runtime;
  const version = runtime.current();
  const { people } = version.compiled;
  if (people === null)
    return { added: false, problems: ['The document has no people: mark a field of an entity “sign-in” in point 3.'] };
  const entity = version.compiled.schema.entities.get(people.entity);
  const unknown = [...values.keys()].filter((name) => entity?.attributes.get(name)?.kind !== 'field');
  if (unknown.length > 0)
    return { added: false, problems: unknown.map((name) => `${people.entity} has no field “${name}”.`) };
  const now = clock();
  const context = { runtime, version, now, url: new URL(origin) };
  const existing = await personNamed(context, signIn);
  if (existing !== null) {
    // If the provider recreated the account, it has another subject: unlink the old one, so that the next verified
    // address is linked.
    for (const { name } of await store.keys.ofPerson(existing.id, 'subject', now))
      await store.keys.remove('subject', name, existing.id);
    return { added: true, link: await makeLink(context, existing, INVITATION_LIFETIME_MS), isNew: false };
  }
  const sample = createSamples(
    withSampleRow(version.compiled, people.entity, new Map([...values, [people.signIn, signIn]])),
    now,
    () => newId(now),
  );
  const [row] = sample.rows;
  const errors = sample.problems.filter(({ severity }) => severity === 'error');
  if (row === undefined || errors.length > 0) return { added: false, problems: errors.map(({ message }) => message) };
  const stated = noValues();
  for (const name of [...values.keys(), people.signIn]) stated[name] = row.values[name] ?? null;
  const by = entity?.entity.id ?? '';
  const decideFollowUp = followUpDecider(version, PRODUCT, now);
  const written = await store.write({
    ...decideFollowUp({ kind: 'make', by, depth: 0, entity: row.entity, values: stated }, 0),
    follow: decideFollowUp,
    actor: { kind: 'product' },
    now,
    documentHash: version.hash,
    idempotency: null,
  });
  if (written.outcome !== 'decided') throw new Error('A write without a key was answered as if it had one.');
  const { verdict } = written;
  if (!verdict.allowed) return { added: false, problems: sentencesOf(verdict.refusal) };
  if (verdict.row === null) throw new Error('A person was made, and nobody was there afterwards.');
  return { added: true, link: await makeLink(context, verdict.row, INVITATION_LIFETIME_MS), isNew: true };
}

const sentencesOf = ({ message, failures }: Refusal): readonly string[] =>
  failures.length === 0 ? [message] : failures.map((failure) => failure.message);

/** Returns the model with one row of sample data, so that this row is parsed and validated like sample data. */
function withSampleRow(compiled: CompiledModel, entity: string, values: ReadonlyMap<string, string>): CompiledModel {
  const columns = [...values.keys()].map((name) => ({ name, at: null }));
  const cells = [...values.values()].map((text) => ({ text, at: null }));
  return {
    ...compiled,
    model: { ...compiled.model, samples: [{ entity, at: null, columns, rows: [{ at: null, cells }] }] },
  };
}
