import type { Catalogue } from './catalogue.ts';

export const client: Catalogue['client'] = {
  unreachable: {
    detail: 'Der Server antwortet nicht.',
    next: 'Versuchen Sie es noch einmal, sobald Sie verbunden sind. Ihre Eingaben bleiben hier stehen.',
  },
  frame: {
    leadsOn: 'Von hier aus',
    skip: 'Zum Inhalt springen',
    navigation: 'Seiten',
    menu: 'Menü',
    inbox: 'Eingang',
    about: 'Über',
    document: 'Das Dokument',
    outbox: 'Ausgang',
    loading: 'Wird geladen …',
    loadingFailed: 'Die Anwendung konnte nicht geladen werden.',
    tryAgain: 'Noch einmal versuchen',
    screenFailed: 'Diese Seite ist fehlgeschlagen.',
    screenFailedNext: 'Versuchen Sie es noch einmal. Ihre Eingaben sind gesichert.',
    unread: (count) => `${count} ungelesen`,
    whereYouAre: 'Wo Sie sind',
  },
  palette: { open: 'Finden oder tun' },
  appearance: {
    title: 'Darstellung',
  },
  account: {
    title: 'Ihr Konto',
    signIn: 'Anmelden',
  },
  lists: {
    deleted: (nouns) => `Gelöscht: ${nouns}`,
    saved: (name) => `${name}: eingegrenzt durch`,
  },
  values: {
    empty: 'leer',
    hidden: 'Für Sie nicht sichtbar',
    notShown: 'nicht angegeben',
    more: (count) => `+${count}`,
  },
  builtIn: {
    id: 'Kennung',
    createdAt: 'Angelegt am',
    createdBy: 'Angelegt von',
    changedAt: 'Geändert am',
    changedBy: 'Geändert von',
  },
  noCall: 'Das dürfen Sie nicht.',
};

export const palette: Catalogue['palette'] = {
  hint: 'Was möchten Sie finden oder tun?',
  go: 'Gehen zu',
  make: 'Neu',
  records: 'Einträge',
  account: 'Ihr Konto',
  searching: 'Wird gesucht …',
  nothing: (typed) => `Hier heißt nichts „${typed}“.`,
};

export const menus: Catalogue['menus'] = {
  frame: {
    closeMenu: 'Menü schließen',
  },
  appearance: {
    theme: 'Farben',
    system: 'Wie das System',
    light: 'Hell',
    dark: 'Dunkel',
    density: 'Dichte',
    comfortable: 'Weit',
    compact: 'Eng',
    language: 'Sprache',
    usual: 'Wie das Dokument',
  },
  notFound: {
    title: 'Diese Seite gibt es nicht',
    text: 'Unter dieser Adresse steht nichts von dieser Anwendung.',
    home: 'Zur ersten Seite',
    notAllowed: 'Das dürfen Sie nicht öffnen',
    circle: 'Diese Adresse führt zu einer, die wieder hierher führt.',
    asking: 'Die Seite wird gesucht …',
  },
  account: {
    signOut: 'Abmelden',
    notSignedOut: 'Sie sind noch angemeldet. Prüfen Sie die Verbindung und melden Sie sich noch einmal ab.',
  },
};
