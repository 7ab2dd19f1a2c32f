import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

/** Texts of saved views. */
export const english = {
  menu: 'Views of this list',
  /** For a saved board or calendar. */
  screen: {
    menu: 'Views of this screen',
    keepTitle: 'Save this screen as a view',
    keepHint: 'Saves search and filters, not the records. People who open the view see only what they may see.',
    openByDefault: 'Open this screen with this view',
    notByDefault: 'No longer open this screen with this view',
  },
  tabs: 'Views',
  default: 'Default',
  forRole: (role: string) => `For ${role}`,
  changed: 'changed',
  save: 'Save',
  saveTo: (name: string) => `Save changes to “${name}”`,
  saveNew: 'Save as a new view …',
  back: (name: string) => `Back to “${name}”`,
  thisView: (name: string) => `“${name}”`,
  edit: 'Rename or share …',
  remove: 'Delete …',
  openByDefault: 'Open this list with this view',
  notByDefault: 'No longer open this list with this view',
  opensText: 'Only for you, on every device',
  keepTitle: 'Save this list as a view',
  editTitle: (name: string) => `View “${name}”`,
  keepHint:
    'Saves search, filters, order and columns, not the rows. People who open the view see only what they may see.',
  name: 'Name',
  for: 'For',
  forMe: 'Only me',
  density: 'Rows',
  densityAny: 'Each person’s choice',
  comfortable: 'Comfortable',
  compact: 'Compact',
  cancel: 'Cancel',
  removeTitle: (name: string) => `Delete the view “${name}”?`,
  removeOwn: 'The records stay as they are.',
  removeShared: (role: string) => `It disappears for everybody with the role ${role}. The records stay as they are.`,
  removeIt: 'Delete',
  kept: (name: string) => `View saved: ${name}`,
  removed: (name: string) => `View deleted: ${name}`,
  cannotChangeShared: 'You don’t have permission to change shared views.',
  cannotChangeSharedNext: 'Save it as a view of your own.',
  command: (name: string) => `View: ${name}`,
} as const;

export const viewTexts: Translated<typeof english> = inPageLanguage('views', english);
