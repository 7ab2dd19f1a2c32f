import { inPageLanguage } from '../languages/translation.ts';
import type { Worded } from '../platform/worded.ts';

/** What is said about lists that are kept under a name. */
export const english = {
  menu: 'Views of this list',
  /** Where no list is kept but a board or a calendar. */
  drawn: {
    menu: 'Views of this screen',
    keepTitle: 'Save this screen as a view',
    keepHint: 'Search and filters are kept, never the records. Whoever opens it sees what they may read.',
    opens: 'Open this screen with it',
    opensNot: 'No longer open this screen with it',
  },
  tabs: 'Views',
  asStated: 'Standard',
  forRole: (role: string) => `For ${role}`,
  changed: 'changed',
  save: 'Save',
  saveTo: (name: string) => `Save changes to “${name}”`,
  saveNew: 'Save as a new view …',
  back: (name: string) => `Back to “${name}”`,
  thisView: (name: string) => `“${name}”`,
  edit: 'Rename or share …',
  remove: 'Delete …',
  opens: 'Open this list with it',
  opensNot: 'No longer open this list with it',
  opensText: 'For you alone, on every device',
  keepTitle: 'Save this list as a view',
  editTitle: (name: string) => `View “${name}”`,
  keepHint: 'Search, filters, order and columns are kept, never the rows. Whoever opens it sees what they may read.',
  name: 'Name',
  for: 'For',
  forMe: 'Me alone',
  density: 'Rows',
  densityAny: 'As each person likes',
  comfortable: 'Comfortable',
  compact: 'Compact',
  cancel: 'Cancel',
  removeTitle: (name: string) => `Delete the view “${name}”?`,
  removeOwn: 'The records stay as they are.',
  removeShared: (role: string) => `It disappears for everybody who is ${role}. The records stay as they are.`,
  removeIt: 'Delete',
  kept: (name: string) => `View saved: ${name}`,
  removed: (name: string) => `View deleted: ${name}`,
  notTheirs: 'Only whoever keeps views for others here changes one that is shared.',
  notTheirsNext: 'Save it as a view of your own.',
  command: (name: string) => `View: ${name}`,
} as const;

export const viewTexts: Worded<typeof english> = inPageLanguage('views', english);
