import { counted } from './arabic-plural.ts';
import type { Catalogue } from './catalogue.ts';

const changes = (count: number): string => counted(count, 'تغيير واحد', 'تغييران', 'تغييرات', 'تغييرًا', 'تغيير');

export const offline: Catalogue['offline'] = {
  lost: (time) => `لا يوجد اتصال. ترى الوضع كما كان في ${time}.`,
  kept: {
    title: 'لا يوجد اتصال',
    detail: 'حُفظ على هذا الجهاز، ويُرسل عندما يعود الخادم.',
  },
  behind: {
    title: 'لم يُرسل بعد',
    detail: 'حُفظ على هذا الجهاز، ويُرسل بعد التغييرات السابقة على السجل نفسه.',
  },
  notKept: {
    full: 'تعذّر حفظه على هذا الجهاز أيضًا: مساحة التخزين ممتلئة، أو أن هذا المتصفح لا يسمح بالتخزين.',
    behind: 'يجب أولًا إرسال تغيير سابق على السجل نفسه.',
    next: 'اترك هذه الصفحة مفتوحة وحاول مرة أخرى لاحقًا.',
  },
  notPutBack: (title) => `لم يُستعَد: ${title}`,
  count: (count) => `لم يُرسل بعد: ${changes(count)}.`,
  refusedCount: (count) => `مرفوض: ${changes(count)}.`,
  show: 'عرض',
  title: 'لم يُرسل بعد',
  intro: 'هذه التغييرات على هذا الجهاز وحده، وتُرسل بهذا الترتيب. تسجيل الخروج يحذفها.',
  nothing: 'أُرسل كل شيء.',
  what: {
    create: (title) => `جديد: ${title}`,
    change: (title) => `تعديل: ${title}`,
    delete: (title) => `حذف: ${title}`,
    event: (event, title) => `${event}: ${title}`,
  },
  state: {
    waits: 'ينتظر الخادم.',
    behind: 'ينتظر تغييرًا سابقًا على السجل نفسه.',
    sending: 'يُرسل الآن.',
    doubted: 'مضى عليه أكثر من يوم، ولا يُعرف هل وصل. تحقق من السجل أولًا، ثم أرسله أو تجاهله.',
  },
  open: 'فتح مع ما كتبته',
  tryAgain: 'المحاولة مرة أخرى',
  send: 'إرسال',
  discard: 'تجاهل',
  of: (what, title) => `${what}: ${title}`,
  discarded: (title) => `تم تجاهل: ${title}`,
  undo: 'تراجع',
  sent: (count) => `أُرسل: ${changes(count)}.`,
  mark: 'لم يُرسل بعد',
  leave: {
    title: (count) => `لم يُرسل: ${changes(count)}.`,
    text: 'تسجيل الخروج يحذف التغييرات غير المرسلة من هذا الجهاز.',
    action: 'تسجيل الخروج والحذف',
  },
  here: {
    text: (count) => `كُتب في هذا المتصفح ولم يُرسل بعد: ${changes(count)}. يُرسل عندما يسجّل من كتبه الدخول.`,
    remove: 'حذف التغييرات غير المرسلة',
    title: 'أتحذف التغييرات غير المرسلة؟',
    gone: 'هي على هذا الجهاز وحده. لا يمكن التراجع عن حذفها.',
    action: 'حذف',
  },
  about: {
    title: 'دون اتصال',
    kept: 'ما تفتحه يبقى على هذا الجهاز حتى 7 أيام لتقرأه دون اتصال.',
    cannot: 'لا يُحفظ شيء على هذا الجهاز: الاتصال غير مشفَّر، أو أن هذا المتصفح لا يسمح بالتخزين.',
    not: 'لا يُحفظ شيء على هذا الجهاز.',
  },
};
