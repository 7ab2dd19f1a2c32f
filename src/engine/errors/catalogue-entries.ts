import { callIn } from '../../model/lookups/call-refusals.ts';
import type { ErrorEntry } from '../../model/types/model.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';

/**
 * Whether the catalogue has an entry for a standard code: of the same code, or one that stands for it. Entries for
 * certain calls count for the call with this name alone.
 */
export function hasEntry(model: CompiledModel, code: string, call: string | null = null): boolean {
  return (
    model.schema.errors.has(code) ||
    standingFor(model, code).some(({ causes }) => {
      const calls = causes.map(({ name }) => callIn(name));
      return calls.length === 0 || calls.includes(null) || calls.includes(call);
    })
  );
}

/**
 * Returns the catalogue entry of a code. Among several it is the one with a cause that decided, then the one of the
 * entity concerned, else the first without causes. `about`: ids of elements and permissions that the refusal is about,
 * in addition to those that decided.
 */
export function entryOf(
  model: CompiledModel,
  code: string,
  decidedBy: readonly string[],
  about: readonly string[] = [],
): ErrorEntry | null {
  const first = model.schema.errors.get(code);
  if (first !== undefined && first.causes.length === 0 && decidedBy.length + about.length === 0) return first;
  const standing = standingFor(model, code);
  const own = first === undefined ? standing : model.model.errors.filter((entry) => entry.code === code);
  const [usual] = own;
  if (usual === undefined) return null;
  // A row for a certain cause may stand for a code that has a row of its own.
  const entries = [...own, ...(first === undefined ? [] : standing)];
  if (entries.every(({ causes }) => causes.length === 0)) return usual;
  const ids = [...decidedBy, ...about];
  const byElement = new Set(ids.flatMap((id) => namesIn(id)));
  // What refused a deletion is a field of another entity: the entity is that of the record.
  const byEntity = new Set((about.length > 0 ? about : decidedBy).flatMap((id) => entitiesIn(model, id)));
  const named = (names: ReadonlySet<string>) =>
    entries.find(({ causes }) => causes.some(({ name }) => names.has(name.replaceAll(/\s+/g, ' ').trim())));
  return (
    named(byElement) ??
    named(byEntity) ??
    own.find(({ causes }) => causes.length === 0) ??
    (isLimited(model, usual) ? null : usual)
  );
}

/** By Model, because every refusal asks. */
const namingCalls = new WeakMap<CompiledModel['model'], boolean>();

/** Whether the catalogue has rows for certain calls: *When* names `call NAME`. */
export function namesCalls({ model }: CompiledModel): boolean {
  const known =
    namingCalls.get(model) ?? model.errors.some(({ causes }) => causes.some(({ name }) => callIn(name) !== null));
  namingCalls.set(model, known);
  return known;
}

/** Returns the row for the refusals of one call, which goes before all others of the code. */
export const entryOfCall = (model: CompiledModel, code: string, call: string): ErrorEntry | undefined =>
  [...model.model.errors.filter((entry) => entry.code === code), ...standingFor(model, code)].find(({ causes }) =>
    causes.some(({ name }) => callIn(name) === call),
  );

const standingFor = (model: CompiledModel, code: string): readonly ErrorEntry[] =>
  model.model.errors.filter(({ standsFor }) => standsFor.some((one) => one === code));

/** Whether an entry is only about fields, entities, calls, or hidden records, so that it is not used for anything else. */
function isLimited({ schema: { entities } }: CompiledModel, { causes, standsFor }: ErrorEntry): boolean {
  return causes.every(({ name }) => {
    if (entities.has(name) || callIn(name) !== null) return true;
    if (standsFor.includes('NOT_FOUND') && entities.has(hiddenIn(name) ?? '')) return true;
    const dot = name.lastIndexOf('.');
    return dot > 0 && entities.get(name.slice(0, dot))?.attributes.has(name.slice(dot + 1)) === true;
  });
}

/** Returns the entity in `Task: read`; null if the cause is another one. */
const hiddenIn = (cause: string): string | null => /^(.*?)\s*:\s*read$/.exec(cause)?.[1] ?? null;

/** Whether the catalogue states what answers for existing records of the entity that the caller may not read. */
export function statesHidden(model: CompiledModel, entity: string): boolean {
  return standingFor(model, 'NOT_FOUND').some(({ causes }) => causes.some(({ name }) => hiddenIn(name) === entity));
}

function partsOf(id: string): { readonly kind: string; readonly names: readonly string[] } {
  const [kind = '', ...parts] = id.replace(/#\d+$/, '').split('/');
  return { kind, names: parts.map((part) => part.replaceAll('%2F', '/').replaceAll('%25', '%')) };
}

/**
 * Returns the names by which an entry's cause refers to an element: a rule by its name, a transition by its event, a
 * permission as its row in the matrix, such as `Book: delete`, a field as `Person.email`.
 */
function namesIn(id: string): string[] {
  const { kind, names } = partsOf(id);
  const last = names.at(-1);
  if (kind === 'permission') return names.length < 2 ? [] : [`${names[0]}: ${names[1]}`];
  if (kind === 'field') return names.length < 2 ? [] : [`${names[0]}.${names[1]}`];
  if (kind === 'unique')
    return names.slice(1).flatMap((each) => each.split(',').map((field) => `${names[0]}.${field.trim()}`));
  return (kind === 'rule' || kind === 'transition') && last !== undefined ? [last] : [];
}

/** Returns the entity of an element. */
function entitiesIn(model: CompiledModel, id: string): string[] {
  const { kind, names } = partsOf(id);
  if (kind === 'rule') return model.model.rules.flatMap((rule) => (rule.id === id ? rule.entity : []));
  return ['permission', 'field', 'unique', 'entity', 'transition'].includes(kind) ? names.slice(0, 1) : [];
}
