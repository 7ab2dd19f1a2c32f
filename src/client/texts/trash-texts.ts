import { inPageLanguage } from '../languages/translation.ts';
import type { Worded } from '../platform/worded.ts';

/** What is said of deleted records. */
export const english = {
  kept: (days: number) =>
    days === 1 ? 'Kept for a day, then gone for good.' : `Kept for ${days} days, then gone for good.`,
  count: (count: string, nouns: string) => `${count} ${nouns}`,
  list: (nouns: string) => `Deleted ${nouns}, the latest first`,
  empty: 'Nothing is deleted',
  emptyText: (days: number) =>
    days === 1 ? 'What is deleted stays here for a day.' : `What is deleted stays here for ${days} days.`,
  deletedBy: (by: string) => `Deleted by ${by}`,
  with: (title: string) => `with “${title}”`,
  withAnother: (noun: string) => `with another ${noun}`,
  daysLeft: (days: number) => (days === 1 ? '1 day left' : `${days} days left`),
  lastDay: 'Less than a day left',
  restore: 'Restore',
  select: (title: string) => `Select ${title}`,
  selectAll: 'Select all that are loaded',
  selected: (count: string) => `${count} selected`,
  bulkBar: 'Selected records',
  clearSelection: 'Clear selection',
  more: 'Show more',
  back: (title: string) => `“${title}” is back.`,
  backMany: (count: number) => (count === 1 ? '1 record is back.' : `${count} records are back.`),
  notBack: 'It could not be brought back.',
  notAllBack: (count: number) =>
    count === 1 ? '1 record could not be brought back.' : `${count} records could not be brought back.`,
  open: 'Open',
  undo: 'Undo',
  canBeUndone: (days: number) =>
    days === 1 ? 'It can be brought back for a day.' : `It can be brought back for ${days} days.`,
  manyCanBeUndone: (days: number) =>
    days === 1 ? 'They can be brought back for a day.' : `They can be brought back for ${days} days.`,
} as const;

export const deletedTexts: Worded<typeof english> = inPageLanguage('deleted', english);
