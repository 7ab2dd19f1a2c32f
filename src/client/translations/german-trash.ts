import type { Catalogue } from './catalogue.ts';
import { plural } from './german-plural.ts';

export const deleted: Catalogue['deleted'] = {
  kept: (days) =>
    plural(
      days,
      'Wird einen Tag aufgehoben, dann endgültig entfernt.',
      `Wird ${days} Tage aufgehoben, dann endgültig entfernt.`,
    ),
  count: (count, nouns) => `${count} ${nouns}`,
  list: (nouns) => `Gelöscht: ${nouns}, das Neueste zuerst`,
  empty: 'Nichts ist gelöscht',
  emptyText: (days) =>
    plural(days, 'Was gelöscht wird, bleibt einen Tag hier.', `Was gelöscht wird, bleibt ${days} Tage hier.`),
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
  back: (title) => `„${title}“ ist wieder da.`,
  backMany: (count) => plural(count, '1 Eintrag ist wieder da.', `${count} Einträge sind wieder da.`),
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
