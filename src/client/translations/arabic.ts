import { arabic as engine } from '../../engine/languages/ar.ts';
import { client, menus, palette } from './arabic-client.ts';
import { inputs, parts, signIn } from './arabic-components.ts';
import { calendar, cells, dashboard, groups, matching, table, tableTools, views } from './arabic-lists.ts';
import { offline } from './arabic-offline.ts';
import { pages } from './arabic-pages.ts';
import { points } from './arabic-points.ts';
import { board, comments, form, importing, record } from './arabic-screens.ts';
import { deleted } from './arabic-trash.ts';
import { waiting } from './arabic-undo.ts';
import type { Catalogue } from './catalogue.ts';
import { withDirectionMarks } from './right-to-left.ts';

/** Without the sentences of the engine, which must be the same on the server. */
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

/** The Arabic texts of the client. Must not import a module that waits for a translation. */
export const arabic: Catalogue = { ...withDirectionMarks(ours), engine };
