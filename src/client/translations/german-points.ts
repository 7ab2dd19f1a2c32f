import type { Catalogue } from './catalogue.ts';
import { plural } from './german-plural.ts';

const titles = {
  1: 'Was das Programm tut und für wen',
  2: 'Seiten und Adressen',
  3: 'Entitäten und ihre Felder',
  4: 'Stände und Übergänge',
  5: 'Prüfregeln',
  6: 'Rollen und Rechte',
  7: 'Die Aufrufe',
  8: 'Der Fehlerkatalog',
  9: 'Konstanten und Grenzen',
} as const;

const consequences = {
  1: 'Niemand kann sagen, ob die anderen Punkte dem Zweck dienen, oder wen man nach einer Lücke fragt.',
  2: 'Welche Seiten es gibt und wer welche findet, lässt sich nicht entscheiden: Jede Entität bekommt eine Liste, einen Eintrag und ein Formular von uns.',
  3: 'Es gibt nichts einzugeben, zu zeigen oder zu speichern, und außer der eingebauten Person meldet sich niemand an.',
  4: 'Kein Eintrag hat einen Stand, also lässt sich nichts einreichen, genehmigen oder abschließen.',
  5: 'Angenommen wird alles, was zu seinem Typ passt: Sonst wird nichts geprüft.',
  6: 'Wer was lesen oder ändern darf, lässt sich nicht entscheiden. Bei der Entwicklung darf jeder alles; für den Betrieb startet die Anwendung nicht.',
  7: 'Andere Programme haben nur die üblichen Pfade von uns, und nichts geht nach außen.',
  8: 'Was man liest, wenn etwas abgelehnt wird, lässt sich nicht entscheiden: Jede Ablehnung hat einen Satz von uns.',
  9: 'Keine Regel kann eine Zahl des Geschäfts verwenden, und die Grenzen des Programms sind unsere.',
} as const;

const kinds = {
  screen: ['Seite', 'Seiten'],
  entity: ['Entität', 'Entitäten'],
  field: ['Feld', 'Felder'],
  machine: ['Ablauf', 'Abläufe'],
  transition: ['Übergang', 'Übergänge'],
  rule: ['Regel', 'Regeln'],
  role: ['Rolle', 'Rollen'],
  permission: ['Recht', 'Rechte'],
  call: ['Aufruf', 'Aufrufe'],
  error: ['Fehler', 'Fehler'],
  constant: ['Konstante', 'Konstanten'],
  limit: ['Grenze', 'Grenzen'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;

export const points: Catalogue['points'] = {
  title: (point) => titles[point],
  consequence: (point) => consequences[point],
  counted: (kind, count) => {
    const [one, other] = kinds[kind];
    return `${count} ${plural(count, one, other)}`;
  },
};
