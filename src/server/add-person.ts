import type { App } from '../engine/app.ts';
import { samplesOf } from '../engine/sample.ts';
import type { Write } from '../engine/verdict.ts';
import { newId } from './ids.ts';
import { makeLink } from './own/sign-in.ts';
import type { Runtime } from './runtime.ts';

/** A day for the first link: whoever sets a product up may do it in the evening. */
const FIRST_LINK_HOLDS = 24 * 60 * 60_000;

export type Added =
  | { readonly added: true; readonly link: string; readonly isNew: boolean }
  | { readonly added: false; readonly problems: readonly string[] };

/**
 * A person as the product writes one, with a link by which they choose their password. `values` are texts by field, as
 * they stand in sample data. Somebody who is there already gets a link alone. Writes nothing where a value does not fit.
 */
export async function addPerson(
  runtime: Runtime,
  origin: string,
  signIn: string,
  values: ReadonlyMap<string, string>,
): Promise<Added> {
  const { store, clock } = runtime;
  const version = runtime.current();
  const { people } = version.app;
  if (people === null)
    return { added: false, problems: ['The document has no people: mark a field of an entity “sign-in” in point 3.'] };
  const unknown = [...values.keys()].filter(
    (name) => !version.app.schema.entities.get(people.entity)?.attributes.has(name),
  );
  if (unknown.length > 0)
    return { added: false, problems: unknown.map((name) => `${people.entity} has no field “${name}”.`) };
  const now = clock();
  const asking = { runtime, now, url: new URL(origin) };
  const there = await store.findBy(people.entity, people.signIn, signIn.normalize('NFC').trim());
  if (there !== null) {
    // A provider that made them anew knows them as another subject: the next address that it has verified counts.
    await store.keys.removeAll(there.id, ['subject']);
    return { added: true, link: await makeLink(asking, there.id, FIRST_LINK_HOLDS), isNew: false };
  }
  const made = samplesOf(withOne(version.app, people.entity, new Map([...values, [people.signIn, signIn]])), now, () =>
    newId(now),
  );
  const [row] = made.rows;
  const wrong = made.problems.filter(({ severity }) => severity === 'error');
  if (row === undefined || wrong.length > 0) return { added: false, problems: wrong.map(({ message }) => message) };
  const role = people.role === null ? null : (row.values[people.role.name] ?? null);
  const writes: Write[] = [
    { kind: 'insert', row },
    { kind: 'history', entry: { entity: row.entity, id: row.id, event: 'create', changes: [], notes: [] } },
    ...(people.role === null
      ? []
      : [
          { kind: 'authority', entity: row.entity, id: row.id, field: people.role.name, from: null, to: role } as const,
        ]),
  ];
  await store.write({
    needs: { rows: [], unique: [], files: [], referrers: [] },
    decide: () => ({ allowed: true, writes, row }),
    actor: { kind: 'product' },
    now,
    documentHash: version.hash,
    idempotency: null,
  });
  return { added: true, link: await makeLink(asking, row.id, FIRST_LINK_HOLDS), isNew: true };
}

/** The same document with one row of sample data: what reads and judges that reads and judges this. */
function withOne(app: App, entity: string, values: ReadonlyMap<string, string>): App {
  const columns = [...values.keys()].map((name) => ({ name, at: null }));
  const cells = [...values.values()].map((text) => ({ text, at: null }));
  return { ...app, model: { ...app.model, samples: [{ entity, at: null, columns, rows: [{ at: null, cells }] }] } };
}
