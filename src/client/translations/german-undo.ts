import type { Catalogue } from './catalogue.ts';
import { plural } from './german-plural.ts';

export const waiting: Catalogue['waiting'] = {
  title: (label, seconds) => `${label} in ${seconds} s`,
  paused: (label) => `${label}: angehalten, solange Sie hier sind`,
  spoken: (label, seconds) => `${label} in ${plural(seconds, '1 Sekunde', `${seconds} Sekunden`)}.`,
  undo: 'Rückgängig',
  now: 'Jetzt',
  stopped: (label) => `${label}: abgebrochen.`,
  refused: (label) => `${label}: nicht ausgeführt.`,
  open: (title) => `„${title}“ öffnen`,
  becomesFinal: (state) => `Der Zustand wird „${state}“; er ist endgültig.`,
  sendsOutside: 'Dies wird nach außerhalb dieser Anwendung gesendet.',
  final: 'Das lässt sich nicht rückgängig machen.',
};
