import { arabic as engine } from '../../../engine/languages/ar.ts';
import type { Catalogue } from '../catalogue.ts';
import { client, menus, palette } from './client.ts';
import { deleted } from './deleted.ts';
import { fromRight } from './from-right.ts';
import { calendar, cells, dashboard, groups, matching, table, tableTools, views } from './lists.ts';
import { offline } from './offline.ts';
import { pages } from './pages.ts';
import { inputs, parts, signIn } from './parts.ts';
import { points } from './points.ts';
import { board, comments, form, importing, record } from './screens.ts';
import { waiting } from './waiting.ts';

/** Sentences of the engine are the server's, too, and stay as it says them. */
const ours: Omit<Catalogue, 'engine'> = {
  client,
  palette,
  menus,
  offline,
  pages,
  signIn,
  parts,
  inputs,
  board,
  form,
  record,
  comments,
  import: importing,
  deleted,
  table,
  tableTools,
  dashboard,
  calendar,
  cells,
  groups,
  matching,
  views,
  waiting,
  points,
};

/** All that the client says in Arabic. Nothing here imports what may wait for it. */
export const arabic: Catalogue = { ...fromRight(ours), engine };
