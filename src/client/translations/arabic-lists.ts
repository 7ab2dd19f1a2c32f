import type { Operator } from '../platform/filter-operator.ts';
import { counted } from './arabic-plural.ts';
import type { Catalogue } from './catalogue.ts';

function operators(operator: Operator, isMoment: boolean): string {
  switch (operator) {
    case 'is':
      return 'هو';
    case 'is not':
      return 'ليس';
    case 'contains':
      return 'يحتوي على';
    case 'lacks':
      return 'لا يحتوي على';
    case 'starts with':
      return 'يبدأ بـ';
    case 'more':
      return isMoment ? 'بعد' : 'أكثر من';
    case 'at least':
      return isMoment ? 'ابتداءً من' : 'لا يقل عن';
    case 'less':
      return isMoment ? 'قبل' : 'أقل من';
    case 'at most':
      return isMoment ? 'حتى' : 'لا يزيد على';
    case 'among':
      return 'أحد';
    case 'not among':
      return 'ليس من';
    case 'any of':
      return 'يحتوي على أحد';
    case 'none of':
      return 'لا يحتوي على أي من';
    case 'last days':
      return 'ضمن الأيام الأخيرة';
    case 'me':
      return 'هو أنا';
    case 'not me':
      return 'ليس أنا';
    case 'holds me':
      return 'يضمّني';
    case 'empty':
      return 'فارغ';
    case 'given':
      return 'مذكور';
  }
}

export const table: Catalogue['table'] = {
  rows: (name) => `${name}: الصفوف`,
  select: (title) => `حدّد ${title}`,
  selectAll: 'حدّد كل ما حُمّل',
  actions: 'إجراءات',
  nothingYet: 'لا شيء هنا بعد',
  nothingFound: 'لا نتائج',
  notSpecified: 'غير مذكور',
  loading: 'جارٍ تحميل القائمة …',
  loadingMore: 'جارٍ تحميل المزيد …',
  search: (noun) => `ابحث في ${noun}`,
  columns: 'الأعمدة',
  keys: 'اختصارات لوحة المفاتيح',
  filesMenu: 'التصدير والاستيراد',
  filters: {
    add: 'تصفية',
    addMore: 'إضافة شرط',
    clear: 'امسح',
    asText: 'كنص',
    reading: 'جارٍ قراءة عامل التصفية …',
    sheet: (count) => (count === 0 ? 'تصفية' : `تصفية (${count})`),
  },
};

export const tableTools: Catalogue['tableTools'] = {
  columnsHint: 'لك وحدك، على هذا الجهاز.',
  columnUp: (label) => `${label}: إلى أعلى`,
  columnDown: (label) => `${label}: إلى أسفل`,
  columnNarrower: (label) => `${label}: أضيق`,
  columnWider: (label) => `${label}: أوسع`,
  columnMoved: (label, place, of) => `${label} الآن العمود ${place} من ${of}.`,
  columnsReset: 'إعادة ضبط الأعمدة',
  selected: (count) => `المحدد: ${count}`,
  allSelected: (count) => `حُدّدت كل النتائج: ${count}`,
  selectMatching: (count) => `حدّد الكل (${count})`,
  noneYet: (noun) => `لا توجد سجلات بعد: ${noun}`,
  nothingFoundText: 'جرّب بحثًا آخر أو عامل تصفية آخر.',
  clearFilters: 'امسح عوامل التصفية والبحث',
  notSpecifiedText: 'لا تقول الوثيقة ما تعرضه هذه القائمة، أو ليست لديك صلاحية لرؤية شيء منه.',
  noOrderBy: (fields) => `لا يمكن ترتيب هذه القائمة حسب ${fields}`,
  noOrderByText: 'يطلب ذلك العرض المحفوظ أو الرابط. لم يعد موجودًا، أو ليست لديك صلاحية لرؤيته.',
  noGroupsBy: (field) => `لا يمكن تجميع هذه القائمة حسب ${field}`,
  ownOrder: 'اعرض الترتيب الافتراضي',
  tooManyWords: 'كلمات البحث كثيرة جدًا',
  tooManyWordsText: 'ابحث عن كلمات أقل.',
  undoSome: (count) => `تراجع عن ${count}`,
  clearSelection: 'ألغِ التحديد',
  bulkBar: 'الصفوف المحددة',
  remove: 'حذف',
  removeMany: (count, noun) => `أتحذف ${count} ${noun}؟`,
  removeText: 'تختفي عند الجميع في الحال.',
  done: (label, count) => `${label}: تم ${count}`,
  outcome: (label) => `${label}: النتيجة`,
  doneCount: (count) => `تم: ${count}`,
  refusedCount: (count) => `رُفض: ${count}`,
  close: 'أغلق',
  cancel: 'إلغاء',
  ask: (label, title) => `${label}: ${title}`,
  askMany: (label, count) => `${label}: عدد السجلات ${count}`,
  askHint: 'ما تُدخله هنا ينطبق على كل منها.',
  rowDone: (label, title) => `${label}: ${title}`,
  operators,
  help: {
    title: 'اختصارات لوحة المفاتيح',
    search: 'بحث',
    move: 'الصف التالي والسابق',
    ends: 'الصف الأول والأخير',
    screenful: 'صفحة إلى أسفل وإلى أعلى',
    inside: 'إلى داخل الصف والخروج منه',
    select: 'تحديد',
    range: 'التحديد حتى هنا',
    all: 'تحديد كل ما حُمّل',
    open: 'فتح',
    change: 'تعديل حقل في الصف',
    undo: 'التراجع عن آخر خلية محفوظة',
    edit: 'فتح للتعديل',
    clear: 'إلغاء التحديد',
    help: 'إظهار الاختصارات',
  },
  conditions: {
    title: 'تصفية',
    remove: (words) => `إزالة «${words}»`,
    edit: (words) => `تعديل «${words}»`,
    turn: (join) => (join === 'and' ? 'و: حوّلها إلى أو' : 'أو: حوّلها إلى و'),
    field: 'الحقل',
    operator: 'المقارنة',
    value: 'القيمة',
    days: 'الأيام',
    yes: 'نعم',
    no: 'لا',
    textLabel: 'الشرط بصيغة الوثيقة',
    textHint: (example) => `مثل: ${example}`,
    apply: 'طبّق',
    show: 'أظهر القائمة',
    incomplete: '…',
    joins: { and: 'و', or: 'أو' },
    last: (label, duration) => `${label} ضمن آخر ${duration}`,
  },
  printed: (loaded, all) => `طُبع أول ${loaded} من ${all}.`,
  files: {
    shown: 'تصدير بصيغة CSV',
    shownText: 'الصفوف والأعمدة كما تعرضها القائمة',
    all: 'تصدير كل الحقول',
    allText: 'الصفوف نفسها، بكل الحقول التي يمكنك رؤيتها',
    allNeeded: 'الصفوف نفسها، بكل الحقول التي يمكنك رؤيتها وبكل ما يحتاجه الاستيراد',
    lacks: (text, fields) => `${text}؛ ويحتاج الاستيراد أيضًا: ${fields}`,
    import: 'استيراد من CSV …',
    importText: 'كل صف في الملف يصبح سجلًا',
  },
};

export const dashboard: Catalogue['dashboard'] = {
  figure: (aggregate, field) =>
    ({
      count: 'العدد',
      sum: `مجموع ${field}`,
      average: `متوسط ${field}`,
      min: `أصغر ${field}`,
      max: `أكبر ${field}`,
    })[aggregate],
  by: 'حسب',
  intervals: { day: 'اليوم', week: 'الأسبوع', month: 'الشهر', quarter: 'الربع', year: 'السنة' },
  of: 'من',
  countsOf: (rows, all, claims) => `يحتسب ${rows} من ${all} مما يحق لك قراءته هنا (${claims})`,
  countsAll: (all, claims) => `يحتسب كل ما يحق لك قراءته هنا: ${all} (${claims})`,
  countsOnly: (claims) => `يحتسب الوحيد الذي يحق لك قراءته هنا (${claims})`,
  counts: (rows, claims) => `يحتسب ${rows} مما يحق لك قراءته (${claims})`,
  countsNone: (claims) => `لا شيء مما يحق لك قراءته يُحتسب هنا (${claims})`,
  scope: (all, claims) => `تحتسب الأرقام والرسوم ما يحق لك قراءته: ${all} ${claims}.`,
  nothingYet: 'لا شيء يُحتسب بعد',
  noValue: 'بلا قيمة',
  severalCurrencies: 'بعملات مختلفة',
  severalCurrenciesHelp: 'هذه المبالغ بعملات مختلفة، فلا يمكن مقارنتها في رسم واحد.',
  asTable: 'كجدول',
  asChart: 'كرسم',
  more: (count) => `${count} أخرى في الجدول.`,
  axisHelp: (label) => `${label}: تنتقل مفاتيح الأسهم من قيمة إلى قيمة`,
  summaryBars: (label, parts) => `${label}. ${parts}.`,
  summaryTime: (label, from, to, highest, at, sum) =>
    `${label}، من ${from} إلى ${to}: الأعلى ${highest} في ${at}${sum === null ? '' : `، والمجموع ${sum}`}.`,
  summaryNothing: (label) => `${label}: لا شيء يُحتسب بعد.`,
  rows: 'ما وراء هذه الأرقام',
  moreRows: 'أظهر المزيد',
  noRows: 'لا شيء هنا بعد',
  notSpecified: 'لم تُذكر أرقام',
  notSpecifiedText: 'أضف سطرًا مثل «- Number: Open, count where …» تحت عنوان هذه الصفحة.',
};

export const calendar: Catalogue['calendar'] = {
  notSpecified: 'غير مذكور',
  notSpecifiedText: 'لا تقول الوثيقة حسب أي تاريخ توضع هذه السجلات، أو ليست لديك صلاحية لرؤيته.',
  before: 'الشهر السابق',
  after: 'الشهر التالي',
  today: 'اليوم',
  month: (name, month) => `${name}: ${month}`,
  more: (count) => `${count} أخرى`,
  fewer: 'أقل',
  nothing: 'لا شيء في هذا الشهر.',
  tooMany: 'لا يُعرض كل ما في هذا الشهر. استخدم التصفية لترى الباقي.',
  onDay: (date, count) =>
    count === 0 ? date : `${date}، ${counted(count, 'سجل واحد', 'سجلان', 'سجلات', 'سجلًا', 'سجل')}`,
};

export const views: Catalogue['views'] = {
  menu: 'عروض هذه القائمة',
  screen: {
    menu: 'عروض هذه الشاشة',
    keepTitle: 'حفظ هذه الشاشة كعرض',
    keepHint: 'يُحفظ البحث والتصفية، لا السجلات. ومن يفتح العرض لا يرى إلا ما يحق له رؤيته.',
    openByDefault: 'افتح هذه الشاشة بهذا العرض',
    notByDefault: 'لا تفتح هذه الشاشة بهذا العرض',
  },
  tabs: 'العروض',
  default: 'الافتراضي',
  forRole: (role) => `لدور ${role}`,
  changed: 'معدَّل',
  save: 'حفظ',
  saveTo: (name) => `احفظ التغييرات في «${name}»`,
  saveNew: 'حفظ كعرض جديد …',
  back: (name) => `عودة إلى «${name}»`,
  thisView: (name) => `«${name}»`,
  edit: 'إعادة تسمية أو مشاركة …',
  remove: 'حذف …',
  openByDefault: 'افتح هذه القائمة بهذا العرض',
  notByDefault: 'لا تفتح هذه القائمة بهذا العرض',
  opensText: 'لك وحدك، على كل جهاز',
  keepTitle: 'حفظ هذه القائمة كعرض',
  editTitle: (name) => `العرض «${name}»`,
  keepHint: 'يُحفظ البحث والتصفية والترتيب والأعمدة، لا الصفوف. ومن يفتح العرض لا يرى إلا ما يحق له رؤيته.',
  name: 'الاسم',
  for: 'لمن',
  forMe: 'لي وحدي',
  density: 'الصفوف',
  densityAny: 'كما يحب كل شخص',
  comfortable: 'واسعة',
  compact: 'متراصّة',
  cancel: 'إلغاء',
  removeTitle: (name) => `أتحذف العرض «${name}»؟`,
  removeOwn: 'تبقى السجلات كما هي.',
  removeShared: (role) => `يختفي عند كل من له دور ${role}. تبقى السجلات كما هي.`,
  removeIt: 'حذف',
  kept: (name) => `حُفظ العرض: ${name}`,
  removed: (name) => `حُذف العرض: ${name}`,
  cannotChangeShared: 'ليست لديك صلاحية لتغيير العروض المشتركة.',
  cannotChangeSharedNext: 'احفظه كعرض خاص بك.',
  command: (name) => `العرض: ${name}`,
};

export const cells: Catalogue['cells'] = {
  name: (field, title) => `${field}، ${title}`,
  keys: 'مفتاح الإدخال يحفظ، وEscape يلغي، وTab يحفظ وينتقل.',
  cancel: 'إلغاء',
  now: (value) => `القيمة الآن «${value}». الحفظ يستبدلها.`,
  nowEmpty: 'الحقل فارغ الآن. الحفظ يملؤه من جديد.',
  lost: (title) => `${title}: لم يُحفظ`,
  lostText: (field, typed) => `غادر الصف القائمة وأنت تكتب. ${field}: ${typed}`,
  notLoaded: 'تعذّر تحميل حقل الإدخال',
  notLoadedText: 'تحقق من الاتصال ثم أعد المحاولة.',
};

export const matching: Catalogue['matching'] = {
  sure: (label, count, noun) => `${label}: ${count} ${noun}؟`,
  sureText: 'ينطبق هذا على كل النتائج، وما لم يُحمّل منها أيضًا. يُفحص كل سجل على حدة.',
  running: (label) => `${label} …`,
  progress: (done, total) => `${done} من ${total}`,
  stop: 'أوقف',
  stopping: 'جارٍ الإيقاف …',
  stopped: (left) => `أُوقف. لم يُعالَج ${left} ولم يتغيّر.`,
  broken: (left) => `انقطع. لم يُعالَج ${left} ولم يتغيّر.`,
  nothingDone: 'لم يُنفَّذ شيء.',
  unsure: 'انقطع قبل وصول الجواب: ربما نُفّذ ما يصل إلى 100. تُظهر القائمة الوضع الحالي.',
  unsureFew: (left) => `انقطع قبل وصول الجواب: ربما نُفّذ المتبقي (${left}). تُظهر القائمة الوضع الحالي.`,
  unsureLeft: (left) =>
    `انقطع قبل وصول الجواب. من المتبقي (${left}) ربما نُفّذ ما يصل إلى 100، كما تُظهر القائمة الآن؛ ولم يتغيّر الباقي.`,
  waiting: (seconds) => `يُستأنف بعد ${seconds} ث …`,
  more: (count) => `و${count} أخرى`,
  saveRefused: (count) => `احفظ كل ${count} مع الأسباب`,
  refusedName: (label) => `${label}: مرفوض.csv`,
  columns: { record: 'السجل', why: 'السبب', next: 'ما العمل', code: 'الرمز', address: 'العنوان' },
  undoAll: (count) => `تراجع (${count})`,
  undoing: 'جارٍ التراجع …',
};

export const groups: Catalogue['groups'] = {
  by: 'التجميع حسب',
  none: 'بلا مجموعات',
  interval: 'الفترة',
  intervals: { day: 'يوم', week: 'أسبوع', month: 'شهر', quarter: 'ربع سنة', year: 'سنة' },
  empty: 'فارغ',
  sum: (column, sum) => `${column}: ${sum}`,
  bar: 'المجموعات',
  grouped: (field) => `مجمّعة حسب: ${field}`,
  perInterval: (field, interval) => `${field}، لكل ${interval}`,
  collapseAll: 'طيّ الكل',
  expandAll: 'فتح الكل',
  tooMany: (field) => `مجموعات كثيرة جدًا حسب ${field}. استخدم التصفية لتراها.`,
  notGrouped: 'عرض بلا مجموعات',
};
