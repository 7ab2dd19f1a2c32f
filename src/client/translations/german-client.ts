import type { Catalogue } from './catalogue.ts';

export const client: Catalogue['client'] = {
  unreachable: {
    detail: 'Der Server ist nicht erreichbar.',
    next: 'Versuchen Sie es noch einmal, sobald Sie wieder online sind. Ihre Eingaben bleiben erhalten.',
  },
  frame: {
    relatedScreens: 'Verwandte Seiten',
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
    screenFailed: 'Diese Seite konnte nicht angezeigt werden.',
    screenFailedNext: 'Versuchen Sie es noch einmal. Ihre Eingaben bleiben erhalten.',
    unread: (count) => `${count} ungelesen`,
    breadcrumb: 'Pfadnavigation',
  },
  palette: { open: 'Suche und Befehle' },
  appearance: {
    title: 'Darstellung',
  },
  account: {
    title: 'Ihr Konto',
    signIn: 'Anmelden',
  },
  lists: {
    deleted: (nouns) => `Gelöscht: ${nouns}`,
    saved: (name) => `${name}: Filter`,
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
  notAllowed: 'Dazu fehlt Ihnen die Berechtigung.',
};

export const palette: Catalogue['palette'] = {
  hint: 'Einträge suchen oder Befehl eingeben',
  go: 'Gehe zu',
  make: 'Neu',
  records: 'Einträge',
  account: 'Ihr Konto',
  searching: 'Wird gesucht …',
  nothing: (typed) => `Keine Ergebnisse für „${typed}“`,
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
    usual: 'Standard',
  },
  notFound: {
    title: 'Seite nicht gefunden',
    text: 'Unter dieser Adresse gibt es nichts.',
    home: 'Zur ersten Seite',
    notAllowed: 'Ihnen fehlt die Berechtigung, dies zu öffnen',
    circle: 'Diese Adresse leitet im Kreis weiter.',
    asking: 'Seite wird gesucht …',
  },
  account: {
    signOut: 'Abmelden',
    notSignedOut: 'Sie sind noch angemeldet. Prüfen Sie Ihre Verbindung und melden Sie sich noch einmal ab.',
  },
};
