import type { Operator } from '../platform/filter-operator.ts';
import type { Catalogue } from './catalogue.ts';
import { plural } from './german-plural.ts';

function operators(operator: Operator, isMoment: boolean): string {
  switch (operator) {
    case 'is':
      return 'ist';
    case 'is not':
      return 'ist nicht';
    case 'contains':
      return 'enthält';
    case 'lacks':
      return 'enthält nicht';
    case 'starts with':
      return 'beginnt mit';
    case 'more':
      return isMoment ? 'ist nach' : 'ist mehr als';
    case 'at least':
      return isMoment ? 'ist ab' : 'ist mindestens';
    case 'less':
      return isMoment ? 'ist vor' : 'ist weniger als';
    case 'at most':
      return isMoment ? 'ist bis' : 'ist höchstens';
    case 'among':
      return 'ist eines von';
    case 'not among':
      return 'ist keines von';
    case 'any of':
      return 'enthält eines von';
    case 'none of':
      return 'enthält keines von';
    case 'last days':
      return 'liegt in den letzten Tagen';
    case 'me':
      return 'bin ich';
    case 'not me':
      return 'bin nicht ich';
    case 'holds me':
      return 'enthält mich';
    case 'empty':
      return 'ist leer';
    case 'given':
      return 'ist angegeben';
  }
}

export const table: Catalogue['table'] = {
  rows: (name) => `${name}: Zeilen`,
  select: (title) => `${title} auswählen`,
  selectAll: 'Alle geladenen auswählen',
  actions: 'Aktionen',
  nothingYet: 'Noch nichts hier',
  nothingFound: 'Nichts gefunden',
  notSpecified: 'Nicht angegeben',
  loading: 'Die Liste wird geladen …',
  loadingMore: 'Weitere werden geladen …',
  search: (noun) => `${noun} durchsuchen`,
  columns: 'Spalten',
  keys: 'Tastenkürzel',
  filesMenu: 'Export und Import',
  filters: {
    add: 'Filter',
    addMore: 'Bedingung hinzufügen',
    clear: 'Leeren',
    asText: 'Als Text',
    reading: 'Der Filter wird gelesen …',
    sheet: (count) => (count === 0 ? 'Filter' : `Filter (${count})`),
  },
};

export const tableTools: Catalogue['tableTools'] = {
  columnsHint: 'Nur für Sie, auf diesem Gerät.',
  columnUp: (label) => `${label}: nach oben`,
  columnDown: (label) => `${label}: nach unten`,
  columnNarrower: (label) => `${label}: schmaler`,
  columnWider: (label) => `${label}: breiter`,
  columnMoved: (label, place, of) => `${label} ist jetzt Spalte ${place} von ${of}.`,
  columnsReset: 'Spalten zurücksetzen',
  selected: (count) => `${count} ausgewählt`,
  allSelected: (count) => `Alle ${count} Treffer ausgewählt`,
  selectMatching: (count) => `Alle ${count} auswählen`,
  noneYet: (noun) => `Noch keine ${noun}`,
  nothingFoundText: 'Versuchen Sie eine andere Suche oder einen anderen Filter.',
  clearFilters: 'Filter und Suche leeren',
  notSpecifiedText:
    'Das Dokument sagt nicht, was diese Liste zeigt, oder Ihnen fehlt die Berechtigung, etwas davon zu sehen.',
  noOrderBy: (fields) => `Diese Liste lässt sich nicht nach ${fields} sortieren`,
  noOrderByText:
    'Die gespeicherte Ansicht oder der Link verlangt es. Es gibt dies nicht mehr, oder Ihnen fehlt die Berechtigung, es zu sehen.',
  noGroupsBy: (field) => `Diese Liste lässt sich nicht nach ${field} gruppieren`,
  ownOrder: 'Standardreihenfolge zeigen',
  tooManyWords: 'Zu viele Suchwörter',
  tooManyWordsText: 'Suchen Sie nach weniger Wörtern.',
  undoSome: (count) => `${count} rückgängig machen`,
  clearSelection: 'Auswahl aufheben',
  bulkBar: 'Ausgewählte Zeilen',
  remove: 'Löschen',
  removeMany: (count, noun) => `${count} ${noun} löschen?`,
  removeText: 'Sie verschwinden sofort für alle.',
  done: (label, count) => `${label}: ${count} erledigt`,
  outcome: (label) => `${label}: Ergebnis`,
  doneCount: (count) => `${count} erledigt`,
  refusedCount: (count) => `${count} abgelehnt`,
  close: 'Schließen',
  cancel: 'Abbrechen',
  ask: (label, title) => `${label}: ${title}`,
  askMany: (label, count) => `${label}: ${count} Einträge`,
  askHint: 'Was Sie hier eingeben, gilt für jeden davon.',
  rowDone: (label, title) => `${label}: ${title}`,
  operators,
  help: {
    title: 'Tastenkürzel',
    search: 'Suchen',
    move: 'Nächste und vorige Zeile',
    ends: 'Erste und letzte Zeile',
    screenful: 'Eine Seite weiter und zurück',
    inside: 'In die Zeile und wieder heraus',
    select: 'Auswählen',
    range: 'Bis hierher auswählen',
    all: 'Alle geladenen auswählen',
    open: 'Öffnen',
    change: 'Ein Feld in der Zeile ändern',
    undo: 'Zuletzt gespeicherte Zelle rückgängig machen',
    edit: 'Zum Bearbeiten öffnen',
    clear: 'Auswahl aufheben',
    help: 'Tastenkürzel zeigen',
  },
  conditions: {
    title: 'Filter',
    remove: (words) => `„${words}“ entfernen`,
    edit: (words) => `„${words}“ ändern`,
    turn: (join) => (join === 'and' ? 'und: in oder ändern' : 'oder: in und ändern'),
    field: 'Feld',
    operator: 'Vergleich',
    value: 'Wert',
    days: 'Tage',
    yes: 'ja',
    no: 'nein',
    textLabel: 'Bedingung in der Schreibweise des Dokuments',
    textHint: (example) => `Zum Beispiel: ${example}`,
    apply: 'Anwenden',
    show: 'Liste zeigen',
    incomplete: '…',
    joins: { and: 'und', or: 'oder' },
    last: (label, duration) => `${label} liegt in den letzten ${duration}`,
  },
  printed: (loaded, all) => `Gedruckt sind die ersten ${loaded} von ${all}.`,
  files: {
    shown: 'Als CSV exportieren',
    shownText: 'Zeilen und Spalten, wie die Liste sie zeigt',
    all: 'Alle Felder exportieren',
    allText: 'Dieselben Zeilen, mit allen Feldern, die Sie sehen dürfen',
    allNeeded: 'Dieselben Zeilen, mit allen Feldern, die Sie sehen dürfen und die ein Import braucht',
    lacks: (text, fields) => `${text}; ein Import braucht außerdem: ${fields}`,
    import: 'Aus CSV importieren …',
    importText: 'Jede Zeile einer Datei wird ein Eintrag',
  },
};

export const dashboard: Catalogue['dashboard'] = {
  figure: (aggregate, field) =>
    ({
      count: 'Anzahl',
      sum: `Summe: ${field}`,
      average: `Durchschnitt: ${field}`,
      min: `Kleinster Wert: ${field}`,
      max: `Größter Wert: ${field}`,
    })[aggregate],
  by: 'nach',
  intervals: { day: 'Tag', week: 'Woche', month: 'Monat', quarter: 'Quartal', year: 'Jahr' },
  of: 'von',
  countsOf: (rows, all, claims) => `Zählt ${rows} von ${all}, die Sie hier lesen dürfen (${claims})`,
  countsAll: (all, claims) => `Zählt alle ${all}, die Sie hier lesen dürfen (${claims})`,
  countsOnly: (claims) => `Zählt das Einzige, was Sie hier lesen dürfen (${claims})`,
  counts: (rows, claims) => `Zählt ${rows}, die Sie lesen dürfen (${claims})`,
  countsNone: (claims) => `Nichts, was Sie lesen dürfen, zählt hier (${claims})`,
  scope: (all, claims) => `Zahlen und Diagramme zählen, was Sie lesen dürfen: ${all} ${claims}.`,
  nothingYet: 'Noch nichts zu zählen',
  noValue: 'kein Wert',
  severalCurrencies: 'In mehreren Währungen',
  severalCurrenciesHelp:
    'Diese Beträge sind in mehreren Währungen und lassen sich nicht in einem Diagramm vergleichen.',
  asTable: 'Als Tabelle',
  asChart: 'Als Diagramm',
  more: (count) => `${count} weitere in der Tabelle.`,
  axisHelp: (label) => `${label}: Pfeiltasten wechseln zwischen den Werten`,
  summaryBars: (label, parts) => `${label}. ${parts}.`,
  summaryTime: (label, from, to, highest, at, sum) =>
    `${label}, ${from} bis ${to}: am höchsten ${highest} (${at})${sum === null ? '' : `, insgesamt ${sum}`}.`,
  summaryNothing: (label) => `${label}: noch nichts zu zählen.`,
  rows: 'Hinter diesen Zahlen',
  moreRows: 'Mehr zeigen',
  noRows: 'Noch nichts hier',
  notSpecified: 'Keine Zahlen angegeben',
  notSpecifiedText: 'Ergänzen Sie unter der Überschrift dieser Seite eine Zeile wie „- Number: Open, count where …“.',
};

export const calendar: Catalogue['calendar'] = {
  notSpecified: 'Nicht angegeben',
  notSpecifiedText:
    'Das Dokument sagt nicht, nach welchem Datum diese Einträge einzuordnen sind, oder Ihnen fehlt die Berechtigung, es zu sehen.',
  before: 'Voriger Monat',
  after: 'Nächster Monat',
  today: 'Heute',
  month: (name, month) => `${name}: ${month}`,
  more: (count) => `${count} weitere`,
  fewer: 'Weniger',
  nothing: 'Nichts in diesem Monat.',
  tooMany: 'Nicht alles in diesem Monat wird gezeigt. Filtern Sie, um den Rest zu sehen.',
  onDay: (date, count) => (count === 0 ? date : `${date}, ${plural(count, '1 Eintrag', `${count} Einträge`)}`),
};

export const views: Catalogue['views'] = {
  menu: 'Ansichten dieser Liste',
  screen: {
    menu: 'Ansichten dieser Seite',
    keepTitle: 'Diese Seite als Ansicht speichern',
    keepHint:
      'Gespeichert werden Suche und Filter, nicht die Einträge. Wer die Ansicht öffnet, sieht nur, was er oder sie sehen darf.',
    openByDefault: 'Diese Seite mit dieser Ansicht öffnen',
    notByDefault: 'Diese Seite nicht mehr mit dieser Ansicht öffnen',
  },
  tabs: 'Ansichten',
  default: 'Standard',
  forRole: (role) => `Für ${role}`,
  changed: 'geändert',
  save: 'Speichern',
  saveTo: (name) => `Änderungen in „${name}“ speichern`,
  saveNew: 'Als neue Ansicht speichern …',
  back: (name) => `Zurück zu „${name}“`,
  thisView: (name) => `„${name}“`,
  edit: 'Umbenennen oder teilen …',
  remove: 'Löschen …',
  openByDefault: 'Diese Liste mit dieser Ansicht öffnen',
  notByDefault: 'Diese Liste nicht mehr mit dieser Ansicht öffnen',
  opensText: 'Nur für Sie, auf jedem Gerät',
  keepTitle: 'Diese Liste als Ansicht speichern',
  editTitle: (name) => `Ansicht „${name}“`,
  keepHint:
    'Gespeichert werden Suche, Filter, Sortierung und Spalten, nicht die Zeilen. Wer die Ansicht öffnet, sieht nur, was er oder sie sehen darf.',
  name: 'Name',
  for: 'Für',
  forMe: 'Nur mich',
  density: 'Zeilen',
  densityAny: 'Wie jede Person es einstellt',
  comfortable: 'Weit',
  compact: 'Eng',
  cancel: 'Abbrechen',
  removeTitle: (name) => `Ansicht „${name}“ löschen?`,
  removeOwn: 'Die Einträge bleiben, wie sie sind.',
  removeShared: (role) => `Sie verschwindet für alle mit der Rolle ${role}. Die Einträge bleiben, wie sie sind.`,
  removeIt: 'Löschen',
  kept: (name) => `Ansicht gespeichert: ${name}`,
  removed: (name) => `Ansicht gelöscht: ${name}`,
  cannotChangeShared: 'Ihnen fehlt die Berechtigung, geteilte Ansichten zu ändern.',
  cannotChangeSharedNext: 'Speichern Sie sie als eigene Ansicht.',
  command: (name) => `Ansicht: ${name}`,
};

export const cells: Catalogue['cells'] = {
  name: (field, title) => `${field}, ${title}`,
  keys: 'Eingabe speichert, Escape bricht ab, Tab speichert und geht weiter.',
  cancel: 'Abbrechen',
  now: (value) => `Der Wert ist jetzt „${value}“. Speichern ersetzt ihn.`,
  nowEmpty: 'Das Feld ist jetzt leer. Speichern füllt es wieder.',
  lost: (title) => `${title}: nicht gespeichert`,
  lostText: (field, typed) => `Die Zeile hat die Liste verlassen, während Sie tippten. ${field}: ${typed}`,
  notLoaded: 'Das Eingabefeld konnte nicht geladen werden',
  notLoadedText: 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
};

export const matching: Catalogue['matching'] = {
  sure: (label, count, noun) => `${label}: ${count} ${noun}?`,
  sureText: 'Das gilt für alle Treffer, auch für nicht geladene. Jeder Eintrag wird einzeln geprüft.',
  running: (label) => `${label} …`,
  progress: (done, total) => `${done} von ${total}`,
  stop: 'Anhalten',
  stopping: 'Wird angehalten …',
  stopped: (left) => `Angehalten. ${left} wurden nicht bearbeitet und sind unverändert.`,
  broken: (left) => `Abgebrochen. ${left} wurden nicht bearbeitet und sind unverändert.`,
  nothingDone: 'Es wurde nichts ausgeführt.',
  unsure:
    'Abgebrochen, bevor eine Antwort kam: Bis zu 100 sind vielleicht erledigt. Die Liste zeigt den aktuellen Stand.',
  unsureFew: (left) =>
    `Abgebrochen, bevor eine Antwort kam: Die übrigen ${left} sind vielleicht erledigt. Die Liste zeigt den aktuellen Stand.`,
  unsureLeft: (left) =>
    `Abgebrochen, bevor eine Antwort kam. Von den übrigen ${left} sind vielleicht bis zu 100 erledigt, wie die Liste es jetzt zeigt; die anderen sind unverändert.`,
  waiting: (seconds) => `Weiter in ${seconds} s …`,
  more: (count) => `und ${count} weitere`,
  saveRefused: (count) => `Alle ${count} mit den Gründen speichern`,
  refusedName: (label) => `${label}: abgelehnt.csv`,
  columns: { record: 'Eintrag', why: 'Grund', next: 'Was zu tun ist', code: 'Code', address: 'Adresse' },
  undoAll: (count) => `Rückgängig (${count})`,
  undoing: 'Wird rückgängig gemacht …',
};

export const groups: Catalogue['groups'] = {
  by: 'Gruppieren nach',
  none: 'Keine Gruppen',
  interval: 'Intervall',
  intervals: { day: 'Tag', week: 'Woche', month: 'Monat', quarter: 'Quartal', year: 'Jahr' },
  empty: 'Leer',
  sum: (column, sum) => `${column}: ${sum}`,
  bar: 'Gruppen',
  grouped: (field) => `Gruppiert nach: ${field}`,
  perInterval: (field, interval) => `${field} je ${interval}`,
  collapseAll: 'Alle zuklappen',
  expandAll: 'Alle aufklappen',
  tooMany: (field) => `Zu viele Gruppen nach ${field}. Filtern Sie die Liste, um sie zu sehen.`,
  notGrouped: 'Ohne Gruppen zeigen',
};
