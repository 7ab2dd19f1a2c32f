import type { Catalogue } from './catalogue.ts';

export const offline: Catalogue['offline'] = {
  lost: (time) => `Keine Verbindung. Sie sehen den Stand von ${time}.`,
  kept: {
    title: 'Keine Verbindung',
    detail: 'Auf diesem Gerät gespeichert. Wird gesendet, sobald der Server wieder da ist.',
  },
  behind: {
    title: 'Noch nicht gesendet',
    detail: 'Auf diesem Gerät gespeichert. Wird nach den früheren Änderungen am selben Eintrag gesendet.',
  },
  notKept: {
    full: 'Es ließ sich auch auf diesem Gerät nicht speichern: Der Speicher ist voll, oder dieser Browser erlaubt keinen.',
    behind: 'Eine frühere Änderung am selben Eintrag muss zuerst gesendet werden.',
    next: 'Lassen Sie diese Seite offen und versuchen Sie es später noch einmal.',
  },
  notPutBack: (title) => `Nicht wiederhergestellt: ${title}`,
  count: (count) =>
    count === 1 ? '1 Änderung ist noch nicht gesendet.' : `${count} Änderungen sind noch nicht gesendet.`,
  refusedCount: (count) => (count === 1 ? '1 Änderung wurde abgelehnt.' : `${count} Änderungen wurden abgelehnt.`),
  show: 'Anzeigen',
  title: 'Noch nicht gesendet',
  intro: 'Diese Änderungen sind nur auf diesem Gerät und werden in dieser Reihenfolge gesendet. Abmelden löscht sie.',
  nothing: 'Alles ist gesendet.',
  what: {
    create: (title) => `Neu: ${title}`,
    change: (title) => `Ändern: ${title}`,
    delete: (title) => `Löschen: ${title}`,
    event: (event, title) => `${event}: ${title}`,
  },
  state: {
    waits: 'Wartet auf den Server.',
    behind: 'Wartet auf eine frühere Änderung am selben Eintrag.',
    sending: 'Wird gesendet.',
    doubted:
      'Mehr als einen Tag alt; unbekannt, ob es angekommen ist. Prüfen Sie zuerst den Eintrag, dann senden oder verwerfen Sie dies.',
  },
  open: 'Mit Ihren Eingaben öffnen',
  tryAgain: 'Noch einmal versuchen',
  send: 'Senden',
  discard: 'Verwerfen',
  of: (what, title) => `${what}: ${title}`,
  discarded: (title) => `Verworfen: ${title}`,
  undo: 'Rückgängig',
  sent: (count) => (count === 1 ? '1 Änderung wurde gesendet.' : `${count} Änderungen wurden gesendet.`),
  mark: 'Noch nicht gesendet',
  leave: {
    title: (count) => (count === 1 ? '1 Änderung ist nicht gesendet.' : `${count} Änderungen sind nicht gesendet.`),
    text: 'Abmelden löscht die nicht gesendeten Änderungen auf diesem Gerät.',
    action: 'Abmelden und löschen',
  },
  here: {
    text: (count) =>
      count === 1
        ? '1 Änderung aus diesem Browser ist noch nicht gesendet. Sie wird gesendet, sobald sich die Person anmeldet, von der sie stammt.'
        : `${count} Änderungen aus diesem Browser sind noch nicht gesendet. Sie werden gesendet, sobald sich die Personen anmelden, von denen sie stammen.`,
    remove: 'Nicht gesendete Änderungen löschen',
    title: 'Nicht gesendete Änderungen löschen?',
    gone: 'Sie sind nur auf diesem Gerät. Das lässt sich nicht rückgängig machen.',
    action: 'Löschen',
  },
  about: {
    title: 'Offline-Nutzung',
    kept: 'Was Sie öffnen, bleibt bis zu 7 Tage auf diesem Gerät, damit Sie es offline lesen können.',
    cannot:
      'Auf diesem Gerät wird nichts gespeichert: Die Verbindung ist nicht verschlüsselt, oder dieser Browser erlaubt keinen Speicher.',
    not: 'Auf diesem Gerät wird nichts gespeichert.',
  },
};
