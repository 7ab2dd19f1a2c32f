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
  keys: 'Tasten',
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
  columnsHint: 'Auf diesem Gerät, nur für Sie.',
  columnUp: (label) => `${label}: nach oben`,
  columnDown: (label) => `${label}: nach unten`,
  columnNarrower: (label) => `${label}: schmaler`,
  columnWider: (label) => `${label}: breiter`,
  columnMoved: (label, place, of) => `${label} ist jetzt Spalte ${place} von ${of}.`,
  columnsReset: 'Meine Änderungen zurücknehmen',
  selected: (count) => `${count} ausgewählt`,
  allSelected: (count) => `Alle ${count}, die die Liste findet`,
  selectMatching: (count) => `Alle ${count} auswählen`,
  nothingYetText: (noun) => `Hier wird stehen: ${noun}.`,
  nothingFoundText: 'Nichts passt zu Ihrer Suche.',
  clearFilters: 'Filter und Suche leeren',
  notSpecifiedText: 'Das Dokument sagt nicht, was diese Liste zeigt, oder nichts davon, was Sie sehen dürfen.',
  noOrderBy: (fields) => `Eine Reihenfolge nach ${fields} gibt es hier nicht`,
  noOrderByText:
    'Die Ansicht oder die Adresse verlangt sie. Das Dokument kennt sie nicht mehr, oder sie ist nicht für Sie lesbar.',
  noGroupsBy: (field) => `Gruppen nach ${field} gibt es hier nicht`,
  ownOrder: 'Die Liste in ihrer eigenen Reihenfolge zeigen',
  tooManyWords: 'Das sind zu viele Wörter für eine Suche',
  tooManyWordsText: 'Suchen Sie nach weniger Wörtern.',
  undoSome: (count) => `${count} rückgängig machen`,
  clearSelection: 'Auswahl aufheben',
  bulkBar: 'Ausgewählte Zeilen',
  remove: 'Löschen',
  removeMany: (count, noun) => `${count} ${noun} löschen?`,
  removeText: 'Sie verschwinden sofort für alle.',
  done: (label, count) => `${label}: ${count} erledigt`,
  outcome: (label) => `${label}: was daraus geworden ist`,
  doneCount: (count) => `${count} erledigt`,
  refusedCount: (count) => `${count} abgelehnt`,
  close: 'Schließen',
  cancel: 'Abbrechen',
  ask: (label, title) => `${label}: ${title}`,
  askMany: (label, count) => `${label}: ${count} Einträge`,
  askHint: 'Was Sie hier schreiben, geht an jeden davon.',
  rowDone: (label, title) => `${label}: ${title}`,
  operators,
  help: {
    title: 'Tasten dieser Liste',
    search: 'Suchen',
    move: 'Nächste und vorige Zeile',
    ends: 'Erste und letzte Zeile',
    screenful: 'Eine Bildschirmhöhe weiter und zurück',
    inside: 'In die Zeile und zurück',
    select: 'Auswählen',
    range: 'Bis hierher auswählen',
    all: 'Alle geladenen auswählen',
    open: 'Öffnen',
    change: 'Ein Feld in der Zeile ändern',
    undo: 'Die zuletzt gespeicherte Zelle zurücknehmen',
    edit: 'Zum Ändern öffnen',
    clear: 'Auswahl aufheben',
    help: 'Diese Tasten',
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
    textHint: (example) => `Etwa: ${example}`,
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
    allText: 'Dieselben Zeilen, mit allem, was Sie lesen dürfen',
    allNeeded: 'Dieselben Zeilen, mit allem, was Sie lesen dürfen und ein Import braucht',
    lacks: (text, fields) => `${text}; ohne das, was ein Import braucht: ${fields}`,
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
    'Diese Beträge sind in mehreren Währungen und lassen sich deshalb nicht nebeneinander zeichnen.',
  asTable: 'Als Tabelle',
  asChart: 'Als Diagramm',
  more: (count) => `${count} weitere in der Tabelle.`,
  axisHelp: (label) => `${label}: Pfeiltasten gehen von Wert zu Wert`,
  summaryBars: (label, parts) => `${label}. ${parts}.`,
  summaryTime: (label, from, to, highest, at, sum) =>
    `${label}, ${from} bis ${to}: am höchsten ${highest} (${at})${sum === null ? '' : `, zusammen ${sum}`}.`,
  summaryNothing: (label) => `${label}: noch nichts zu zählen.`,
  rows: 'Hinter diesen Zahlen',
  moreRows: 'Mehr zeigen',
  noRows: 'Noch nichts hier',
  notSpecified: 'Es sind keine Zahlen angegeben',
  notSpecifiedText: 'Eine Zeile wie „- Number: Open, count where …“ unter der Überschrift dieser Seite gibt eine an.',
};

export const calendar: Catalogue['calendar'] = {
  notSpecified: 'Nicht angegeben',
  notSpecifiedText: 'Das Dokument sagt nicht, an welchem Tag diese Einträge stehen, oder Sie dürfen es nicht sehen.',
  before: 'Voriger Monat',
  after: 'Nächster Monat',
  today: 'Heute',
  month: (name, month) => `${name}: ${month}`,
  more: (count) => `${count} weitere`,
  fewer: 'Weniger',
  nothing: 'Nichts in diesem Monat.',
  tooMany: 'In diesem Monat gibt es mehr, als gezeigt wird. Grenzen Sie ein.',
  onDay: (date, count) => (count === 0 ? date : `${date}, ${plural(count, '1 Eintrag', `${count} Einträge`)}`),
};

export const views: Catalogue['views'] = {
  menu: 'Ansichten dieser Liste',
  drawn: {
    menu: 'Ansichten dieser Seite',
    keepTitle: 'Diese Seite als Ansicht speichern',
    keepHint:
      'Gespeichert werden Suche und Filter, nie die Einträge. Wer sie öffnet, sieht, was er oder sie lesen darf.',
    opens: 'Diese Seite damit öffnen',
    opensNot: 'Diese Seite nicht mehr damit öffnen',
  },
  tabs: 'Ansichten',
  asStated: 'Standard',
  forRole: (role) => `Für ${role}`,
  changed: 'geändert',
  save: 'Speichern',
  saveTo: (name) => `Änderungen in „${name}“ speichern`,
  saveNew: 'Als neue Ansicht speichern …',
  back: (name) => `Zurück zu „${name}“`,
  thisView: (name) => `„${name}“`,
  edit: 'Umbenennen oder teilen …',
  remove: 'Löschen …',
  opens: 'Diese Liste damit öffnen',
  opensNot: 'Diese Liste nicht mehr damit öffnen',
  opensText: 'Nur für Sie, auf jedem Gerät',
  keepTitle: 'Diese Liste als Ansicht speichern',
  editTitle: (name) => `Ansicht „${name}“`,
  keepHint:
    'Gespeichert werden Suche, Filter, Ordnung und Spalten, nie die Zeilen. Wer sie öffnet, sieht, was er lesen darf.',
  name: 'Name',
  for: 'Für',
  forMe: 'Nur mich',
  density: 'Zeilen',
  densityAny: 'Wie jeder es mag',
  comfortable: 'Weit',
  compact: 'Eng',
  cancel: 'Abbrechen',
  removeTitle: (name) => `Ansicht „${name}“ löschen?`,
  removeOwn: 'Die Einträge bleiben, wie sie sind.',
  removeShared: (role) => `Sie verschwindet für alle mit der Rolle ${role}. Die Einträge bleiben, wie sie sind.`,
  removeIt: 'Löschen',
  kept: (name) => `Ansicht gespeichert: ${name}`,
  removed: (name) => `Ansicht gelöscht: ${name}`,
  notTheirs: 'Eine geteilte Ansicht ändert nur, wer hier Ansichten für andere aufhebt.',
  notTheirsNext: 'Speichern Sie sie als eigene Ansicht.',
  command: (name) => `Ansicht: ${name}`,
};

export const cells: Catalogue['cells'] = {
  name: (field, title) => `${field}, ${title}`,
  keys: 'Eingabe speichert, Escape nimmt es zurück, Tab speichert und geht weiter.',
  cancel: 'Abbrechen',
  now: (value) => `Jetzt steht dort „${value}“. Was Sie speichern, ersetzt das.`,
  nowEmpty: 'Jetzt ist es leer. Was Sie speichern, ersetzt das.',
  lost: (title) => `${title}: nicht gespeichert`,
  lostText: (field, typed) => `Die Zeile verließ die Liste, während Sie tippten. ${field}: ${typed}`,
  notLoaded: 'Das Eingabefeld konnte nicht geladen werden',
  notLoadedText: 'Prüfen Sie die Verbindung und versuchen Sie es dann erneut.',
};

export const matching: Catalogue['matching'] = {
  sure: (label, count, noun) => `${label}: ${count} ${noun}?`,
  sureText:
    'Alles, was die Liste jetzt findet, auch was nicht geladen ist. Über jeden Eintrag wird einzeln entschieden.',
  running: (label) => `${label} …`,
  progress: (done, total) => `${done} von ${total}`,
  stop: 'Anhalten',
  stopping: 'Wird angehalten …',
  stopped: (left) => `Angehalten. ${left} wurden nicht erreicht und bleiben, wie sie waren.`,
  broken: (left) => `Es brach ab. ${left} wurden nicht erreicht und bleiben, wie sie waren.`,
  nothingDone: 'Nichts wurde getan.',
  unsure:
    'Es brach ab, bevor eine Antwort kam: Bis zu 100 können erledigt sein oder nicht, wie die Liste es jetzt zeigt.',
  unsureFew: (left) =>
    `Es brach ab, bevor eine Antwort kam: Die ${left} übrigen können erledigt sein oder nicht, wie die Liste es jetzt zeigt.`,
  unsureLeft: (left) =>
    `Es brach ab, bevor eine Antwort kam. Von ${left} übrigen können bis zu 100 erledigt sein oder nicht, wie die Liste es jetzt zeigt; die anderen bleiben, wie sie waren.`,
  waiting: (seconds) => `Weiter in ${seconds} s …`,
  more: (count) => `und ${count} weitere`,
  saveRefused: (count) => `Alle ${count} mit den Gründen speichern`,
  refusedName: (label) => `${label}: abgelehnt.csv`,
  columns: { record: 'Eintrag', why: 'Warum nicht', next: 'Was zu tun ist', code: 'Code', address: 'Adresse' },
  undoAll: (count) => `Rückgängig (${count})`,
  undoing: 'Wird rückgängig gemacht …',
};

export const groups: Catalogue['groups'] = {
  by: 'Gruppieren nach',
  none: 'Keine Gruppen',
  each: 'Je',
  intervals: { day: 'Tag', week: 'Woche', month: 'Monat', quarter: 'Quartal', year: 'Jahr' },
  empty: 'Leer',
  sum: (column, sum) => `${column}: ${sum}`,
  bar: 'Gruppen',
  grouped: (field) => `Gruppiert nach: ${field}`,
  perInterval: (field, interval) => `${field} je ${interval}`,
  fold: 'Alle zuklappen',
  unfold: 'Alle aufklappen',
  tooMany: (field) => `Zu viele Gruppen, um sie durchzusehen: ${field}. Grenzen Sie die Liste ein, um sie zu sehen.`,
  notGrouped: 'Ohne Gruppen zeigen',
};
