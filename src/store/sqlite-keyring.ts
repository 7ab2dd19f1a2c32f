import type { Key, KeyKind, Keyring } from './keyring.ts';
import type { Database, SqlRow } from './sqlite-database.ts';

const COLUMNS = 'kind, name, person, value, made, used, expires';
const LIVE = '(expires IS NULL OR expires > ?)';

/** The keyring in the file of the records. `open` rejects once that is closed. */
export function sqliteKeyring(database: Database, open: () => void): Keyring {
  const one = (sql: string, parameters: Parameters<Database['get']>[1]): Key | null => {
    open();
    const row = database.get(sql, parameters);
    return row === undefined ? null : keyOf(row);
  };
  const run = (sql: string, parameters: Parameters<Database['run']>[1]): number => {
    open();
    return database.run(sql, parameters);
  };
  return {
    put: async ({ kind, name, person, value, made, used, expires }) => {
      run(`INSERT OR REPLACE INTO keyring (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`, [
        kind,
        name,
        person,
        value,
        made,
        used,
        expires,
      ]);
    },
    find: async (kind, name, now) =>
      one(`SELECT ${COLUMNS} FROM keyring WHERE kind = ? AND name = ? AND ${LIVE}`, [kind, name, now]),
    take: async (kind, name, now) => {
      const key = one(`DELETE FROM keyring WHERE kind = ? AND name = ? RETURNING ${COLUMNS}`, [kind, name]);
      return key === null || (key.expires !== null && key.expires <= now) ? null : key;
    },
    ofPerson: async (person, kind, now) => {
      open();
      const sql = `SELECT ${COLUMNS} FROM keyring WHERE person = ? AND kind = ? AND ${LIVE} ORDER BY made DESC, name`;
      return database.all(sql, [person, kind, now]).map(keyOf);
    },
    touch: async (kind, name, used) => {
      run('UPDATE keyring SET used = ? WHERE kind = ? AND name = ?', [used, kind, name]);
    },
    remove: async (kind, name, person) =>
      run('DELETE FROM keyring WHERE kind = ? AND name = ? AND person = coalesce(?, person)', [kind, name, person]) > 0,
    removeAll: async (person, kinds, except = null) => {
      const sql = 'DELETE FROM keyring WHERE person = ? AND kind IN (SELECT value FROM json_each(?)) AND name IS NOT ?';
      run(sql, [person, JSON.stringify(kinds), except]);
    },
    attempt: async (name, now, since) => {
      run('INSERT INTO attempts (name, at) VALUES (?, ?)', [name, now]);
      const row = database.get('SELECT count(*) FROM attempts WHERE name = ? AND at > ?', [name, since]);
      return Number(row?.[0] ?? 0);
    },
    forgive: async (name) => {
      run('DELETE FROM attempts WHERE name = ?', [name]);
    },
    sweep: async (now, since) => {
      run('DELETE FROM keyring WHERE expires IS NOT NULL AND expires <= ?', [now]);
      run('DELETE FROM attempts WHERE at <= ?', [since]);
    },
  };
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
