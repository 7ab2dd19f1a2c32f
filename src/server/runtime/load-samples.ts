import { compile } from '../../engine/compile/compile.ts';
import type { Verdict, Write } from '../../engine/context/verdict.ts';
import { PRODUCT } from '../../engine/core/principal.ts';
import { createSamples, type Samples } from '../../engine/sample/load-samples.ts';
import type { Row } from '../../fields/text/value.ts';
import { filesIn } from '../../fields/types/file.ts';
import { isRows } from '../../fields/types/list.ts';
import { isAssignable } from '../../model/lookups/roles.ts';
import type { Diagnostic } from '../../model/types/diagnostic.ts';
import type { Entity, Field, Model, Sample } from '../../model/types/model.ts';
import type { Store } from '../../store/core/store.ts';
import { newId } from '../core/new-id.ts';
import type { Passwords } from '../core/password-service.ts';
import { followUpDecider } from './decide-follow-ups.ts';
import type { Version } from './runtime.ts';

const nothingNeeded = { rows: [], unique: [], files: [], referrers: [] };

/**
 * Fills an empty store with the document's sample data, in development. If the document has no sample people, adds one
 * person for each role. Returns the problems of the sample data; writes nothing if one of them is an error.
 */
export async function loadSamples(
  store: Store,
  version: Version,
  now: number,
  passwords: Passwords | null,
): Promise<readonly Diagnostic[]> {
  if (!(await isEmpty(store, version.model))) return [];
  const stated = createSamples(version.compiled, now, () => newId(now));
  if (stated.problems.some((each) => each.severity === 'error')) return stated.problems;
  await writeSamples(store, version, stated, now, passwords);
  await addPeople(store, version, now);
  return stated.problems;
}

async function isEmpty(store: Store, model: Model): Promise<boolean> {
  for (const entity of model.entities) {
    if (entity.belongsTo === null && (await store.people(entity.name, 1)).length > 0) return false;
  }
  return true;
}

async function writeSamples(
  store: Store,
  version: Version,
  samples: Samples,
  now: number,
  passwords: Passwords | null = null,
): Promise<void> {
  if (samples.rows.length === 0) return;
  for (const { token, name, mediaType, bytes } of samples.uploads) {
    await store.addUpload(
      { value: { file: token, name, size: bytes.byteLength, mediaType }, uploader: null, bytes },
      now,
    );
  }
  const rows = samples.rows.flatMap((row) => [insertOf(row), ...attachments(row)]);
  const writes = [...rows, ...(await passwordWrites(samples, passwords))];
  const verdict: Verdict = { allowed: true, writes, row: null };
  const decide = () => verdict;
  const request = {
    needs: nothingNeeded,
    decide,
    actor: { kind: 'product' },
    now,
    documentHash: version.hash,
    idempotency: null,
    follow: followUpDecider(version, PRODUCT, now),
  } as const;
  const outcome = await store.write(request);
  if (outcome.outcome === 'decided' && !outcome.verdict.allowed)
    throw new Error(`The sample data could not be written: ${outcome.verdict.refusal.message}`);
}

/** Returns the writes that store the passwords of sample people, each hashed as one that a request sends. */
async function passwordWrites(samples: Samples, passwords: Passwords | null): Promise<Write[]> {
  const writes: Write[] = [];
  for (const { entity, id, password } of passwords === null ? [] : samples.passwords) {
    const hash = (await passwords?.hash(password)) ?? '';
    writes.push({ kind: 'password', entity, id, hash, isNew: true, keeps: null });
  }
  return writes;
}

const insertOf = (row: Row): Write => ({ kind: 'insert', row });

function attachments(row: Row): Write[] {
  return Object.entries(row.values).flatMap(([field, value]): Write[] =>
    isRows(value)
      ? value.flatMap(attachments)
      : filesIn(value).map(({ file: token }) => ({ kind: 'attach', token, entity: row.entity, id: row.id, field })),
  );
}

/** Adds one person for each role, named after the role. Without them nobody could sign in. */
async function addPeople(store: Store, version: Version, now: number): Promise<void> {
  const entity = version.compiled.schema.person?.entity;
  if (entity === undefined || (await store.people(entity.name, 1)).length > 0) return;
  const model: Model = { ...version.model, samples: [peopleSample(version.model, entity)] };
  const samples = createSamples(compile(model, version.hash), now, () => newId(now));
  if (!samples.problems.some((each) => each.severity === 'error')) await writeSamples(store, version, samples, now);
}

function peopleSample(model: Model, entity: Entity): Sample {
  const held = model.roles.filter(isAssignable).map((role) => ({ label: role.label, role: role.name }));
  const people = held.length > 0 ? held : [{ label: 'First person', role: '' }];
  const filled = entity.fields.map((field) => ({ field, cell: cellOf(field) })).filter((each) => each.cell !== null);
  return {
    entity: entity.name,
    at: null,
    columns: filled.map(({ field }) => ({ name: field.name, at: null })),
    rows: people.map((person, index) => ({
      at: null,
      cells: filled.map(({ cell }) => ({ text: cell?.(person, index + 1) ?? '', at: null })),
    })),
  };
}

type CellText = (person: { readonly label: string; readonly role: string }, number: number) => string;

/** Returns how to fill a field of a generated person; null if the field stays empty. */
function cellOf(field: Field): CellText | null {
  if (field.computed !== null || field.byProduct) return null;
  if (field.type.kind === 'role') return (person) => person.role;
  if (field.type.kind === 'email') return (_, number) => `person${number}@example.com`;
  if (!field.required && !field.title) return null;
  if (field.type.kind === 'choice')
    return () => (field.type.kind === 'choice' ? (field.type.options[0]?.name ?? '') : '');
  return field.type.kind === 'text' ? (person) => person.label : null;
}
