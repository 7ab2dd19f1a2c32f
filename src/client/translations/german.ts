import { german as engine } from '../../engine/languages/de.ts';
import type { Catalogue } from './catalogue.ts';
import { client, menus, palette } from './german-client.ts';
import { inputs, parts, signIn } from './german-components.ts';
import { calendar, cells, dashboard, groups, matching, table, tableTools, views } from './german-lists.ts';
import { offline } from './german-offline.ts';
import { pages } from './german-pages.ts';
import { points } from './german-points.ts';
import { board, comments, form, importing, record } from './german-screens.ts';
import { deleted } from './german-trash.ts';
import { waiting } from './german-undo.ts';

/** The German texts of the client. Must not import a module that waits for a translation. */
export const german: Catalogue = {
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
  engine,
};
