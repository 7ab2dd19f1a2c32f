import type { Catalogue } from './catalogue.ts';

export const client: Catalogue['client'] = {
  unreachable: {
    detail: 'الخادم لا يستجيب.',
    next: 'أعد المحاولة عندما يعود الاتصال، وما كتبته يبقى هنا.',
  },
  frame: {
    leadsOn: 'من هنا',
    skip: 'انتقل إلى المحتوى',
    navigation: 'الصفحات',
    menu: 'القائمة',
    inbox: 'الوارد',
    about: 'حول',
    document: 'الوثيقة',
    outbox: 'الصادر',
    loading: 'جارٍ التحميل …',
    loadingFailed: 'تعذّر تحميل التطبيق.',
    tryAgain: 'حاول مرة أخرى',
    screenFailed: 'تعطّلت هذه الصفحة.',
    screenFailedNext: 'حاول مرة أخرى. ما كتبته محفوظ.',
    unread: (count) => `غير مقروء: ${count}`,
    whereYouAre: 'أين أنت',
  },
  palette: { open: 'ابحث أو نفّذ' },
  appearance: {
    title: 'المظهر',
  },
  account: {
    title: 'حسابك',
    signIn: 'سجّل الدخول',
  },
  lists: {
    deleted: (nouns) => `المحذوف: ${nouns}`,
    saved: (name) => `${name}: تضييق بـ`,
  },
  values: {
    empty: 'فارغ',
    hidden: 'غير ظاهر لك',
    notShown: 'غير مذكور',
    more: (count) => `+${count}`,
  },
  builtIn: {
    id: 'المعرّف',
    createdAt: 'تاريخ الإنشاء',
    createdBy: 'أنشأه',
    changedAt: 'تاريخ التعديل',
    changedBy: 'عدّله',
  },
  noCall: 'لا يحق لك هذا.',
};

export const palette: Catalogue['palette'] = {
  hint: 'عمّ تبحث، أو ماذا تريد أن تفعل؟',
  go: 'انتقل إلى',
  make: 'جديد',
  records: 'السجلات',
  account: 'حسابك',
  searching: 'جارٍ البحث …',
  nothing: (typed) => `لا شيء هنا باسم «${typed}».`,
};

export const menus: Catalogue['menus'] = {
  frame: {
    closeMenu: 'أغلق القائمة',
  },
  appearance: {
    theme: 'الألوان',
    system: 'كالنظام',
    light: 'فاتح',
    dark: 'داكن',
    density: 'الكثافة',
    comfortable: 'واسع',
    compact: 'متراصّ',
    language: 'اللغة',
    usual: 'كالوثيقة',
  },
  notFound: {
    title: 'لا توجد صفحة كهذه',
    text: 'لا شيء من هذا التطبيق عند هذا العنوان.',
    home: 'إلى الصفحة الأولى',
    notAllowed: 'لا يحق لك فتح هذا',
    circle: 'يقود هذا العنوان إلى عنوان يعود إلى هنا.',
    asking: 'جارٍ البحث عن الصفحة …',
  },
  account: {
    signOut: 'تسجيل الخروج',
    notSignedOut: 'ما زلت مسجّلاً. تحقّق من الاتصال ثم سجّل الخروج مرة أخرى.',
  },
};
