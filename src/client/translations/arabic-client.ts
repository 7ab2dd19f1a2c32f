import type { Catalogue } from './catalogue.ts';

export const client: Catalogue['client'] = {
  unreachable: {
    detail: 'الخادم لا يستجيب.',
    next: 'أعد المحاولة عندما يعود الاتصال. ما كتبته محفوظ.',
  },
  frame: {
    relatedScreens: 'صفحات ذات صلة',
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
    screenFailed: 'تعذّر عرض هذه الصفحة.',
    screenFailedNext: 'حاول مرة أخرى. ما كتبته محفوظ.',
    unread: (count) => `غير مقروء: ${count}`,
    breadcrumb: 'مسار التنقل',
  },
  palette: { open: 'البحث والأوامر' },
  appearance: {
    title: 'المظهر',
  },
  account: {
    title: 'حسابك',
    signIn: 'سجّل الدخول',
  },
  lists: {
    deleted: (nouns) => `المحذوف: ${nouns}`,
    saved: (name) => `${name}: عوامل التصفية`,
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
  notAllowed: 'ليست لديك صلاحية لفعل هذا.',
};

export const palette: Catalogue['palette'] = {
  hint: 'ابحث عن سجل أو اكتب أمرًا',
  go: 'انتقل إلى',
  make: 'جديد',
  records: 'السجلات',
  account: 'حسابك',
  searching: 'جارٍ البحث …',
  nothing: (typed) => `لا نتائج لـ«${typed}»`,
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
    usual: 'الافتراضية',
  },
  notFound: {
    title: 'الصفحة غير موجودة',
    text: 'لا يوجد شيء في هذا العنوان.',
    home: 'إلى الصفحة الأولى',
    notAllowed: 'ليست لديك صلاحية لفتح هذا',
    circle: 'يعيد هذا العنوان التوجيه في حلقة.',
    asking: 'جارٍ البحث عن الصفحة …',
  },
  account: {
    signOut: 'تسجيل الخروج',
    notSignedOut: 'ما زلت مسجّلاً. تحقّق من الاتصال ثم سجّل الخروج مرة أخرى.',
  },
};
