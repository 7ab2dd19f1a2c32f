import type { Schema } from '../model/lookups/schema.ts';
import type { Model } from '../model/types/model.ts';
import { LISTS, type OwnLists, sameItems } from './parts.ts';
import { seenThrough } from './seen-entity.ts';

/** What of a Model belongs to all parts. */
type SharedKey = Exclude<keyof Model, keyof OwnLists>;
/** What is looked up by name. */
type NamedKey = 'roles' | 'errors' | 'constants';

const NAMED: readonly NamedKey[] = ['roles', 'errors', 'constants'];

/** What a look at a part went by of all that belongs to every part. */
export interface SharedNotes {
  readonly lists: Map<SharedKey, unknown>;
  readonly named: Readonly<Record<NamedKey, Map<string, unknown>>>;
}

export function emptyShared(): SharedNotes {
  return { lists: new Map(), named: { roles: new Map(), errors: new Map(), constants: new Map() } };
}

export function addShared(to: SharedNotes, more: SharedNotes): void {
  for (const [key, found] of more.lists) to.lists.set(key, found);
  for (const key of NAMED) for (const [name, found] of more.named[key]) to.named[key].set(name, found);
}

/** Whether all of it would be found as it was. */
export function isSameShared({ lists, named }: SharedNotes, schema: Schema): boolean {
  for (const [key, found] of lists) if (!isSame(key, schema.model[key], found)) return false;
  for (const key of NAMED) for (const [name, found] of named[key]) if (schema[key].get(name) !== found) return false;
  return true;
}

/** What is no longer as it was, of all that belongs to every part. */
export interface SharedChanges {
  readonly lists: readonly SharedKey[];
  readonly named: Readonly<Record<NamedKey, readonly string[]>>;
}

export function sharedChanges(now: Schema, before: Schema): SharedChanges {
  const keys = Object.keys(now.model).filter(isShared);
  return {
    lists: keys.filter((key) => !isSame(key, now.model[key], before.model[key])),
    named: {
      roles: changedNames(now.roles, before.roles),
      errors: changedNames(now.errors, before.errors),
      constants: changedNames(now.constants, before.constants),
    },
  };
}

export function touchesShared({ lists, named }: SharedNotes, changes: SharedChanges): boolean {
  return (
    changes.lists.some((key) => lists.has(key)) ||
    NAMED.some((key) => changes.named[key].some((name) => named[key].has(name)))
  );
}

export function changedNames<K>(now: ReadonlyMap<K, unknown>, before: ReadonlyMap<K, unknown>): readonly K[] {
  const changed: K[] = [];
  for (const [name, found] of now) if (before.get(name) !== found) changed.push(name);
  for (const name of before.keys()) if (!now.has(name)) changed.push(name);
  return changed;
}

/** The Model of one part: its own lists, and what belongs to all. Of what belongs to all every look is written down. */
export function sharedModel(model: Model, own: OwnLists, notes: () => SharedNotes): Model {
  const within = {} as Model;
  for (const key of LISTS) Object.defineProperty(within, key, { get: () => own[key], enumerable: true });
  for (const key of Object.keys(model).filter(isShared)) {
    const look = () => {
      notes().lists.set(key, model[key]);
      return model[key];
    };
    Object.defineProperty(within, key, { get: look, enumerable: true });
  }
  return within;
}

/** The look-ups by name, each written down; whoever goes through all of them goes by the whole list. */
export function sharedLookups(schema: Schema, model: Model, notes: () => SharedNotes): Pick<Schema, NamedKey> {
  const lookup = <K extends NamedKey>(key: K): Schema[K] => {
    const found: ReadonlyMap<string, unknown> = schema[key];
    const one = (name: string): unknown => {
      const at = found.get(name);
      notes().named[key].set(name, at);
      return at;
    };
    const all = (): ReadonlyMap<string, unknown> => {
      void model[key];
      return found;
    };
    return seenThrough(one, all) as Schema[K];
  };
  return { roles: lookup('roles'), errors: lookup('errors'), constants: lookup('constants') };
}

function isShared(key: string): key is SharedKey {
  return !LISTS.some((own) => own === key);
}

/** The points know where they stand, so their places move along with the text; of the product only what a rule reads counts. */
function isSame(key: SharedKey, now: unknown, before: unknown): boolean {
  if (now === before) return true;
  if (key === 'points') return samePoints(now as Model['points'], before as Model['points']);
  if (key === 'product') return sameProduct(now as Model['product'], before as Model['product']);
  return Array.isArray(now) && Array.isArray(before) && sameItems(now, before);
}

function samePoints(now: Model['points'], before: Model['points']): boolean {
  return now.every(({ standing }, index) => standing === before[index]?.standing);
}

function sameProduct({ language, timeZone }: Model['product'], before: Model['product']): boolean {
  return language.value === before.language.value && timeZone.value === before.timeZone.value;
}
