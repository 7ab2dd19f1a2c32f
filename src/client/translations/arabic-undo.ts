import { counted } from './arabic-plural.ts';
import type { Catalogue } from './catalogue.ts';

export const waiting: Catalogue['waiting'] = {
  title: (label, seconds) => `${label} بعد ${seconds} ث`,
  paused: (label) => `${label}: موقوف ما دمت هنا`,
  spoken: (label, seconds) => `${label} بعد ${counted(seconds, 'ثانية واحدة', 'ثانيتين', 'ثوانٍ', 'ثانية', 'ثانية')}.`,
  undo: 'تراجع',
  now: 'الآن',
  stopped: (label) => `${label}: أُلغي.`,
  refused: (label) => `${label}: لم يتم.`,
  open: (title) => `فتح «${title}»`,
  becomesFinal: (state) => `تصبح الحالة «${state}»، وهي نهائية.`,
  sendsOutside: 'يُرسَل إلى خارج هذا التطبيق.',
  final: 'لا يمكن التراجع عن هذا.',
};
