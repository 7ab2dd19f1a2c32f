import type { Catalogue } from './catalogue.ts';

export const offline: Catalogue['offline'] = {
  lost: (time) => `Keine Verbindung. Was Sie sehen, ist der Stand von ${time}.`,
  kept: {
    title: 'Keine Verbindung',
    detail: 'Auf diesem Gerät aufgehoben; es wird gesendet, sobald der Server wieder da ist.',
  },
  behind: {
    title: 'Noch nicht gesendet',
    detail: 'Auf diesem Gerät aufgehoben; es wird nach dem gesendet, was zum selben Eintrag schon wartet.',
  },
  notKept: {
    full: 'Auch auf diesem Gerät ist es nicht aufgehoben: Sein Speicher ist voll, oder dieser Browser erlaubt keinen.',
    behind: 'Etwas zum selben Eintrag wartet darauf, vorher gesendet zu werden.',
    next: 'Lassen Sie diese Seite offen und versuchen Sie es später noch einmal.',
  },
  notPutBack: (title) => `Nicht zurückgelegt: ${title}`,
  count: (count) =>
    count === 1 ? '1 Änderung ist noch nicht gesendet.' : `${count} Änderungen sind noch nicht gesendet.`,
  refusedCount: (count) => (count === 1 ? '1 Änderung wurde abgelehnt.' : `${count} Änderungen wurden abgelehnt.`),
  show: 'Anzeigen',
  title: 'Noch nicht gesendet',
  intro: 'Sie stehen nur auf diesem Gerät und werden in dieser Reihenfolge gesendet. Abmelden löscht sie.',
  nothing: 'Alles ist gesendet.',
  what: {
    create: (title) => `Neu: ${title}`,
    change: (title) => `Ändern: ${title}`,
    delete: (title) => `Löschen: ${title}`,
    event: (event, title) => `${event}: ${title}`,
  },
  state: {
    waits: 'Wartet auf den Server.',
    behind: 'Wartet auf das davor zum selben Eintrag.',
    sending: 'Wird gesendet.',
    doubted:
      'Es ist mehr als einen Tag alt. Ob es angekommen ist, lässt sich nicht mehr sagen: Sehen Sie erst nach, dann senden oder verwerfen Sie es.',
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
    text: 'Abmelden löscht, was auf diesem Gerät steht und nicht gesendet ist.',
    action: 'Abmelden und löschen',
  },
  here: {
    text: (count) =>
      count === 1
        ? '1 Änderung, die in diesem Browser geschrieben wurde, ist noch nicht gesendet. Sie wird gesendet, sobald sich anmeldet, wer sie geschrieben hat.'
        : `${count} Änderungen, die in diesem Browser geschrieben wurden, sind noch nicht gesendet. Sie werden gesendet, sobald sich anmeldet, wer sie geschrieben hat.`,
    remove: 'Löschen, was nicht gesendet ist',
    title: 'Löschen, was nicht gesendet ist?',
    gone: 'Es steht nur auf diesem Gerät. Wer es geschrieben hat, bekommt es nicht zurück.',
    action: 'Löschen',
  },
  about: {
    title: 'Ohne Verbindung',
    kept: 'Was Sie lesen, bleibt bis zu 7 Tage auf diesem Gerät, um es ohne Verbindung zu lesen.',
    cannot:
      'Auf diesem Gerät bleibt nichts: Die Adresse dieser Seite ist nicht verschlüsselt, oder dieser Browser erlaubt keinen Speicher.',
    not: 'Auf diesem Gerät bleibt nichts.',
  },
};
