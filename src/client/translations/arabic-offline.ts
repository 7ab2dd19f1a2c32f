import { counted } from './arabic-plural.ts';
import type { Catalogue } from './catalogue.ts';

const changes = (count: number): string => counted(count, 'تغيير واحد', 'تغييران', 'تغييرات', 'تغييرًا', 'تغيير');

export const offline: Catalogue['offline'] = {
  lost: (time) => `لا يوجد اتصال. ما تراه هو كما كان في ${time}.`,
  kept: {
    title: 'لا يوجد اتصال',
    detail: 'حُفظ على هذا الجهاز، ويُرسل عندما يعود الخادم.',
  },
  behind: {
    title: 'لم يُرسل بعد',
    detail: 'حُفظ على هذا الجهاز، ويُرسل بعد ما ينتظر قبله للسجل نفسه.',
  },
  notKept: {
    full: 'ولم يُحفظ على هذا الجهاز أيضًا: مساحة التخزين ممتلئة، أو أن هذا المتصفح لا يسمح بأي تخزين.',
    behind: 'هناك شيء للسجل نفسه ينتظر أن يُرسل قبل هذا.',
    next: 'اترك هذه الصفحة مفتوحة وحاول مرة أخرى لاحقًا.',
  },
  notPutBack: (title) => `لم يُعَد: ${title}`,
  count: (count) => `لم يُرسل بعد: ${changes(count)}.`,
  refusedCount: (count) => `مرفوض: ${changes(count)}.`,
  show: 'عرض',
  title: 'لم يُرسل بعد',
  intro: 'هي على هذا الجهاز وحده، وتُرسل بهذا الترتيب. تسجيل الخروج يحذفها.',
  nothing: 'أُرسل كل شيء.',
  what: {
    create: (title) => `جديد: ${title}`,
    change: (title) => `تعديل: ${title}`,
    delete: (title) => `حذف: ${title}`,
    event: (event, title) => `${event}: ${title}`,
  },
  state: {
    waits: 'ينتظر الخادم.',
    behind: 'ينتظر ما قبله للسجل نفسه.',
    sending: 'يُرسل الآن.',
    doubted: 'مضى عليه أكثر من يوم. لم يعد ممكنًا معرفة هل وصل: تحقق أولًا، ثم أرسله أو تجاهله.',
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
    text: 'تسجيل الخروج يحذف ما على هذا الجهاز ولم يُرسل.',
    action: 'تسجيل الخروج والحذف',
  },
  here: {
    text: (count) => `كُتب في هذا المتصفح ولم يُرسل بعد: ${changes(count)}. يُرسل عندما يسجّل من كتبه الدخول.`,
    remove: 'حذف ما لم يُرسل',
    title: 'حذف ما لم يُرسل؟',
    gone: 'هو على هذا الجهاز وحده. من كتبه لا يستطيع استعادته.',
    action: 'حذف',
  },
  about: {
    title: 'دون اتصال',
    kept: 'ما تقرؤه يبقى على هذا الجهاز حتى 7 أيام ليُقرأ دون اتصال.',
    cannot: 'لا يبقى شيء على هذا الجهاز: عنوان هذه الصفحة غير مشفَّر، أو أن هذا المتصفح لا يسمح بأي تخزين.',
    not: 'لا يبقى شيء على هذا الجهاز.',
  },
};
