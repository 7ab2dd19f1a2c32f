import type { Sentences } from '../../engine/sentences.ts';
import type { english as inputs } from '../inputs/texts.ts';
import type { english as pages } from '../page-texts.ts';
import type { english as parts } from '../parts/texts.ts';
import type { english as board } from '../screens/board/texts.ts';
import type { english as calendar } from '../screens/calendar/texts.ts';
import type { english as dashboard } from '../screens/dashboard/texts.ts';
import type { english as deleted } from '../screens/deleted/texts.ts';
import type { english as form } from '../screens/form/texts.ts';
import type { english as groups } from '../screens/groups/texts.ts';
import type { english as importing } from '../screens/import/texts.ts';
import type { english as comments } from '../screens/record/comments/texts.ts';
import type { english as record } from '../screens/record/texts.ts';
import type { english as cells } from '../screens/table/cell-texts.ts';
import type { english as matching } from '../screens/table/matching-texts.ts';
import type { english as table } from '../screens/table/texts.ts';
import type { english as tableTools } from '../screens/table/tool-texts.ts';
import type { english as views } from '../screens/views/texts.ts';
import type { english as signIn } from '../sign-in/texts.ts';
import type { english as client } from '../texts.ts';
import type { english as points } from '../view/point-texts.ts';
import type { Worded } from './spoken.ts';

/** All that the client says in a language other than English, and what the engine says in it while people type. */
export interface Catalogue {
  readonly client: Worded<typeof client>;
  readonly pages: Worded<typeof pages>;
  readonly signIn: Worded<typeof signIn>;
  readonly parts: Worded<typeof parts>;
  readonly inputs: Worded<typeof inputs>;
  readonly board: Worded<typeof board>;
  readonly form: Worded<typeof form>;
  readonly record: Worded<typeof record>;
  readonly comments: Worded<typeof comments>;
  readonly import: Worded<typeof importing>;
  readonly deleted: Worded<typeof deleted>;
  readonly table: Worded<typeof table>;
  readonly tableTools: Worded<typeof tableTools>;
  readonly cells: Worded<typeof cells>;
  readonly matching: Worded<typeof matching>;
  readonly groups: Worded<typeof groups>;
  readonly views: Worded<typeof views>;
  readonly dashboard: Worded<typeof dashboard>;
  readonly calendar: Worded<typeof calendar>;
  readonly points: Worded<typeof points>;
  readonly engine: Sentences;
}
