import { all, type DbProgram, get, run, type SqlRow } from '../core/db-program.ts';
import type { SavedView, SavedViews } from '../core/saved-views.ts';
import type { DialectTexts } from '../sql/dialect.ts';

const COLUMNS = 'id, screen, person, role, name, state, made, changed';

/** Creates the saved views. `perform` runs each method in a separate transaction. */
export function createSavedViews(perform: <T>(steps: () => DbProgram<T>) => Promise<T>): SavedViews {
  return {
    add: async ({ id, screen, person, role, name, state, made, changed }) => {
      const sql = `INSERT INTO saved_views (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
      await perform(() => run(sql, [id, screen, person, role, name, state, made, changed]));
    },
    find: async (id) => {
      const row = await perform(() => get(`SELECT ${COLUMNS} FROM saved_views WHERE id = ?`, [id]));
      return row === undefined ? null : viewOf(row);
    },
    ofScreen: async (screen, person) => {
      const sql = `SELECT ${COLUMNS} FROM saved_views WHERE screen = ? AND (role IS NOT NULL OR person = ?) ORDER BY made, id`;
      return (await perform(() => all(sql, [screen, person]))).map(viewOf);
    },
    count: async (person) => {
      const sql = 'SELECT count(*) FROM saved_views WHERE person = ? AND role IS NULL';
      return Number((await perform(() => get(sql, [person])))?.[0] ?? 0);
    },
    change: async (id, { name, role, state, changed }) => {
      const sql = 'UPDATE saved_views SET name = ?, role = ?, state = ?, changed = ? WHERE id = ?';
      return (await perform(() => run(sql, [name, role, state, changed, id]))) > 0;
    },
    remove: async (id) => (await perform(() => run('DELETE FROM saved_views WHERE id = ?', [id]))) > 0,
    opening: async (screen, person) => {
      // A deleted view opens nothing; its id is never used again.
      const sql = `SELECT v.id FROM opening_views o JOIN saved_views v ON v.id = o.view AND v.screen = o.screen
        WHERE o.person = ? AND o.screen = ?`;
      const row = await perform(() => get(sql, [person, screen]));
      return row === undefined ? null : String(row[0]);
    },
    setOpening: async (screen, person, view) => {
      const sql =
        view === null
          ? 'DELETE FROM opening_views WHERE person = ? AND screen = ?'
          : 'INSERT INTO opening_views (person, screen, view) VALUES (?, ?, ?) ON CONFLICT (person, screen) DO UPDATE SET view = excluded.view';
      await perform(() => run(sql, view === null ? [person, screen] : [person, screen, view]));
    },
  };
}

/** Deletes the private views of purged people; shared views remain without an owner. */
export function* deleteViews(people: string, words: DialectTexts): DbProgram<void> {
  const among = `person ${words.inList('?')}`;
  yield* run(`DELETE FROM saved_views WHERE role IS NULL AND ${among}`, [people]);
  yield* run(`UPDATE saved_views SET person = '' WHERE ${among}`, [people]);
  yield* run(`DELETE FROM opening_views WHERE ${among}`, [people]);
}

function viewOf([id, screen, person, role, name, state, made, changed]: SqlRow): SavedView {
  return {
    id: String(id),
    screen: String(screen),
    person: String(person),
    role: typeof role === 'string' ? role : null,
    name: String(name),
    state: String(state),
    made: Number(made),
    changed: Number(changed),
  };
}
