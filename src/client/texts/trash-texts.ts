import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

/** Texts about deleted records. */
export const english = {
  kept: (days: number) =>
    days === 1 ? 'Kept for 1 day, then deleted permanently.' : `Kept for ${days} days, then deleted permanently.`,
  count: (count: string, nouns: string) => `${count} ${nouns}`,
  list: (nouns: string) => `Deleted ${nouns}, latest first`,
  empty: 'No deleted records',
  emptyText: (days: number) =>
    days === 1 ? 'Deleted records stay here for 1 day.' : `Deleted records stay here for ${days} days.`,
  deletedBy: (by: string) => `Deleted by ${by}`,
  with: (title: string) => `with “${title}”`,
  withAnother: (noun: string) => `with another ${noun}`,
  daysLeft: (days: number) => (days === 1 ? '1 day left' : `${days} days left`),
  lastDay: 'Less than a day left',
  restore: 'Restore',
  select: (title: string) => `Select ${title}`,
  selectAll: 'Select all loaded',
  selected: (count: string) => `${count} selected`,
  bulkBar: 'Selected records',
  clearSelection: 'Clear selection',
  more: 'Show more',
  back: (title: string) => `“${title}” was restored.`,
  backMany: (count: number) => (count === 1 ? '1 record was restored.' : `${count} records were restored.`),
  notBack: 'This could not be restored.',
  notAllBack: (count: number) =>
    count === 1 ? '1 record could not be restored.' : `${count} records could not be restored.`,
  open: 'Open',
  undo: 'Undo',
  canBeUndone: (days: number) =>
    days === 1 ? 'You can restore it for 1 day.' : `You can restore it for ${days} days.`,
  manyCanBeUndone: (days: number) =>
    days === 1 ? 'You can restore them for 1 day.' : `You can restore them for ${days} days.`,
} as const;

export const deletedTexts: Translated<typeof english> = inPageLanguage('deleted', english);
