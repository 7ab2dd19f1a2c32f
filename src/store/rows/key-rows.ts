import type { Revocation } from '../../engine/compiled/revocation.ts';
import type { Write } from '../../engine/context/verdict.ts';
import { all, type DbProgram, get, run, type SqlRow, send } from '../core/db-program.ts';
import { type Key, type KeyKind, type Keyring, kindsEndedBy } from '../core/keyring.ts';
import type { TableVersion } from '../core/row-freshness.ts';
import type { SqlValue } from '../core/storage.ts';
import type { DialectTexts } from '../sql/dialect.ts';

const COLUMNS = 'kind, name, person, value, made, used, expires';
const REPLACED =
  'DO UPDATE SET person = excluded.person, value = excluded.value, made = excluded.made, used = excluded.used, expires = excluded.expires';
const LIVE = '(expires IS NULL OR expires > ?)';

/** The kinds of keys that requests are authenticated with; only these are cached. */
const CACHED_KINDS: ReadonlySet<KeyKind> = new Set(['session', 'program']);

const isLive = ({ expires }: Key, now: number): boolean => expires === null || expires > now;

/** A key whose last use is longer ago is read again, because another process may have stored a later use. */
const USE_HOLDS_MS = 10 * 60 * 1000;

/** Maximum number of cached keys; beyond it the cache is cleared. */
const MOST_CACHED = 10_000;

/**
 * Creates the keyring. `perform` runs each method in a separate transaction, `performRead` in a read-only one. Keys are
 * cached while the version of their table is unchanged.
 */
export function createKeyring(
  perform: <T>(steps: () => DbProgram<T>) => Promise<T>,
  words: DialectTexts,
  version: TableVersion,
  performRead = perform,
): Keyring {
  const cache = new Map<string, Key>();
  let cachedVersion = -1;
  const cacheAt = (at: number): Map<string, Key> => {
    if (at !== cachedVersion || cache.size >= MOST_CACHED) cache.clear();
    cachedVersion = at;
    return cache;
  };
  function* find(kind: KeyKind, name: string, now: number): DbProgram<Key | null> {
    const at = version('keyring');
    const key = `${kind} ${name}`;
    const cached = cacheAt(at).get(key);
    if (cached !== undefined && now - cached.used < USE_HOLDS_MS) return isLive(cached, now) ? cached : null;
    const row = yield* get(`SELECT ${COLUMNS} FROM keyring WHERE kind = ? AND name = ? AND ${LIVE}`, [kind, name, now]);
    if (row === undefined) return null;
    const fresh = keyOf(row);
    // A key may have been revoked while it was read.
    if (CACHED_KINDS.has(kind) && version('keyring') === at) cacheAt(at).set(key, fresh);
    return fresh;
  }
  const change = async <T>(steps: () => DbProgram<T>): Promise<T> => {
    const result = await perform(steps);
    cache.clear();
    return result;
  };
  const one = async (sql: string, parameters: readonly SqlValue[]): Promise<Key | null> => {
    const row = await change(() => get(sql, parameters));
    return row === undefined ? null : keyOf(row);
  };
  function* redeem(kind: KeyKind, name: string, next: Key): DbProgram<boolean> {
    const sql = `DELETE FROM keyring WHERE kind = ? AND name = ? AND person = ? AND ${LIVE}`;
    if ((yield* run(sql, [kind, name, next.person, next.made])) === 0) return false;
    yield* putting(next);
    return true;
  }
  const execute = (sql: string, parameters: readonly SqlValue[]) => change(() => run(sql, parameters));
  return {
    put: async (key) => {
      await change(() => putting(key));
    },
    find: (kind, name, now) => performRead(() => find(kind, name, now)),
    take: async (kind, name, now) => {
      const key = await one(`DELETE FROM keyring WHERE kind = ? AND name = ? RETURNING ${COLUMNS}`, [kind, name]);
      return key === null || !isLive(key, now) ? null : key;
    },
    redeem: (kind, name, next) => change(() => redeem(kind, name, next)),
    ofPerson: async (person, kind, now) => {
      const sql = `SELECT ${COLUMNS} FROM keyring WHERE person = ? AND kind = ? AND ${LIVE} ORDER BY made DESC, name`;
      return (await perform(() => all(sql, [person, kind, now]))).map(keyOf);
    },
    replace: async ({ kind, name, value }, replaced, used) =>
      (await execute('UPDATE keyring SET value = ?, used = ? WHERE kind = ? AND name = ? AND value = ?', [
        replaced,
        used,
        kind,
        name,
        value,
      ])) > 0,
    touch: async (kind, name, used) => {
      await execute('UPDATE keyring SET used = ? WHERE kind = ? AND name = ?', [used, kind, name]);
    },
    remove: async (kind, name, person) =>
      (await execute('DELETE FROM keyring WHERE kind = ? AND name = ? AND person = coalesce(?, person)', [
        kind,
        name,
        person,
      ])) > 0,
    revokeAll: async (person, why) => {
      await change(() => revokeKeys(words, person, why));
    },
    attempt: async (name, now, since) => {
      await perform(() => run('INSERT INTO attempts (name, at) VALUES (?, ?)', [name, now]));
      const row = await perform(() => get('SELECT count(*) FROM attempts WHERE name = ? AND at > ?', [name, since]));
      return Number(row?.[0] ?? 0);
    },
    forgive: async (name) => {
      await perform(() => run('DELETE FROM attempts WHERE name = ?', [name]));
    },
    sweep: async (now, since) => {
      await execute('DELETE FROM keyring WHERE expires IS NOT NULL AND expires <= ?', [now]);
      await perform(() => run('DELETE FROM attempts WHERE at <= ?', [since]));
    },
  };
}

/**
 * Inside a transaction: ends the person's access as far as the revocation demands. `keeps`: the name of the session
 * that remains.
 */
export function* revokeKeys(
  words: DialectTexts,
  person: string,
  why: Revocation,
  keeps: string | null = null,
): DbProgram<void> {
  const sql = `DELETE FROM keyring WHERE person = ? AND kind ${words.inList('?')}`;
  const kinds = JSON.stringify(kindsEndedBy(why));
  if (keeps === null) yield* send(sql, [person, kinds]);
  else yield* send(`${sql} AND NOT (kind = 'session' AND name = ?)`, [person, kinds, keeps]);
}

/** Inside a transaction: stores a person's password. Unless they are new, their access by the old one ends. */
export function* storePassword(
  words: DialectTexts,
  { id, hash, isNew, keeps }: Extract<Write, { readonly kind: 'password' }>,
  now: number,
): DbProgram<void> {
  if (!isNew) yield* revokeKeys(words, id, 'password changed', keeps);
  yield* putting({ kind: 'password', name: id, person: id, value: hash, made: now, used: now, expires: null });
}

function putting({ kind, name, person, value, made, used, expires }: Key): DbProgram<number> {
  const sql = `INSERT INTO keyring (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (kind, name) ${REPLACED}`;
  return run(sql, [kind, name, person, value, made, used, expires]);
}

function keyOf([kind, name, person, value, made, used, expires]: SqlRow): Key {
  return {
    kind: String(kind) as KeyKind,
    name: String(name),
    person: String(person),
    value: String(value),
    made: Number(made),
    used: Number(used),
    expires: expires === null || expires === undefined ? null : Number(expires),
  };
}
