import type { Catalogue } from './catalogue.ts';
import { plural } from './german-plural.ts';

export const deleted: Catalogue['deleted'] = {
  kept: (days) =>
    plural(
      days,
      'Wird einen Tag aufbewahrt, dann endgültig gelöscht.',
      `Wird ${days} Tage aufbewahrt, dann endgültig gelöscht.`,
    ),
  count: (count, nouns) => `${count} ${nouns}`,
  list: (nouns) => `Gelöscht: ${nouns}, neueste zuerst`,
  empty: 'Keine gelöschten Einträge',
  emptyText: (days) =>
    plural(days, 'Gelöschte Einträge bleiben einen Tag hier.', `Gelöschte Einträge bleiben ${days} Tage hier.`),
  deletedBy: (by) => `Gelöscht von ${by}`,
  with: (title) => `zusammen mit „${title}“`,
  withAnother: (noun) => `zusammen mit einem anderen Eintrag (${noun})`,
  daysLeft: (days) => plural(days, 'noch 1 Tag', `noch ${days} Tage`),
  lastDay: 'noch weniger als ein Tag',
  restore: 'Wiederherstellen',
  select: (title) => `„${title}“ auswählen`,
  selectAll: 'Alle geladenen auswählen',
  selected: (count) => `${count} ausgewählt`,
  bulkBar: 'Ausgewählte Einträge',
  clearSelection: 'Auswahl aufheben',
  more: 'Mehr zeigen',
  back: (title) => `„${title}“ wurde wiederhergestellt.`,
  backMany: (count) =>
    plural(count, '1 Eintrag wurde wiederhergestellt.', `${count} Einträge wurden wiederhergestellt.`),
  notBack: 'Das ließ sich nicht wiederherstellen.',
  notAllBack: (count) =>
    plural(
      count,
      '1 Eintrag ließ sich nicht wiederherstellen.',
      `${count} Einträge ließen sich nicht wiederherstellen.`,
    ),
  open: 'Öffnen',
  undo: 'Rückgängig',
  canBeUndone: (days) =>
    plural(days, 'Einen Tag lang lässt es sich wiederherstellen.', `${days} Tage lang lässt es sich wiederherstellen.`),
  manyCanBeUndone: (days) =>
    plural(
      days,
      'Einen Tag lang lassen sie sich wiederherstellen.',
      `${days} Tage lang lassen sie sich wiederherstellen.`,
    ),
};
