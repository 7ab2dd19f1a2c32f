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
  keys: 'المفاتيح',
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
  columnsHint: 'تُعرض على هذا الجهاز، لك وحدك.',
  columnUp: (label) => `${label}: إلى أعلى`,
  columnDown: (label) => `${label}: إلى أسفل`,
  columnNarrower: (label) => `${label}: أضيق`,
  columnWider: (label) => `${label}: أوسع`,
  columnMoved: (label, place, of) => `${label} الآن العمود ${place} من ${of}.`,
  columnsReset: 'تراجع عن تغييراتي',
  selected: (count) => `المحدد: ${count}`,
  allSelected: (count) => `كل ما تجده القائمة: ${count}`,
  selectMatching: (count) => `حدّد الكل (${count})`,
  nothingYetText: (noun) => `سيظهر هنا: ${noun}.`,
  nothingFoundText: 'لا شيء يوافق بحثك.',
  clearFilters: 'امسح عوامل التصفية والبحث',
  notSpecifiedText: 'لا تقول الوثيقة ما تعرضه هذه القائمة، أو لا شيء منه يحق لك رؤيته.',
  noOrderBy: (fields) => `لا يوجد هنا ترتيب حسب ${fields}`,
  noOrderByText: 'يطلبه العرض المحفوظ أو العنوان. لم تعد الوثيقة تعرفه، أو لا يحق لك قراءته.',
  noGroupsBy: (field) => `لا توجد هنا مجموعات حسب ${field}`,
  ownOrder: 'اعرض القائمة بترتيبها الأصلي',
  tooManyWords: 'هذه كلمات أكثر مما يمكن البحث عنه',
  tooManyWordsText: 'ابحث عن كلمات أقل.',
  undoSome: (count) => `تراجع عن ${count}`,
  clearSelection: 'ألغِ التحديد',
  bulkBar: 'الصفوف المحددة',
  remove: 'حذف',
  removeMany: (count, noun) => `أتحذف ${count} ${noun}؟`,
  removeText: 'تختفي عند الجميع في الحال.',
  done: (label, count) => `${label}: تم ${count}`,
  outcome: (label) => `${label}: ما آل إليه الأمر`,
  doneCount: (count) => `تم: ${count}`,
  refusedCount: (count) => `رُفض: ${count}`,
  close: 'أغلق',
  cancel: 'إلغاء',
  ask: (label, title) => `${label}: ${title}`,
  askMany: (label, count) => `${label}: عدد السجلات ${count}`,
  askHint: 'ما تكتبه هنا يذهب إلى كل منها.',
  rowDone: (label, title) => `${label}: ${title}`,
  operators,
  help: {
    title: 'مفاتيح هذه القائمة',
    search: 'بحث',
    move: 'الصف التالي والسابق',
    ends: 'الصف الأول والأخير',
    screenful: 'شاشة إلى أسفل وإلى أعلى',
    inside: 'إلى داخل الصف والعودة',
    select: 'تحديد',
    range: 'التحديد حتى هنا',
    all: 'تحديد كل ما حُمّل',
    open: 'فتح',
    change: 'تعديل حقل في الصف',
    undo: 'التراجع عن آخر خلية محفوظة',
    edit: 'فتح للتعديل',
    clear: 'إلغاء التحديد',
    help: 'هذه المفاتيح',
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
    allText: 'الصفوف نفسها، بكل ما يحق لك قراءته',
    allNeeded: 'الصفوف نفسها، بكل ما يحق لك قراءته وبكل ما يحتاجه الاستيراد',
    lacks: (text, fields) => `${text}؛ دون ما يحتاجه الاستيراد: ${fields}`,
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
  severalCurrenciesHelp: 'هذه المبالغ بعملات مختلفة، لذلك لا يمكن رسمها جنبًا إلى جنب.',
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
  notSpecifiedText: 'سطر مثل «- Number: Open, count where …» تحت عنوان هذه الصفحة يذكر رقمًا.',
};

export const calendar: Catalogue['calendar'] = {
  notSpecified: 'غير مذكور',
  notSpecifiedText: 'لا تقول الوثيقة بأي تاريخ تقع هذه السجلات، أو لا يحق لك رؤيته.',
  before: 'الشهر السابق',
  after: 'الشهر التالي',
  today: 'اليوم',
  month: (name, month) => `${name}: ${month}`,
  more: (count) => `${count} أخرى`,
  fewer: 'أقل',
  nothing: 'لا شيء في هذا الشهر.',
  tooMany: 'في هذا الشهر أكثر مما يُعرض. ضيّق النطاق.',
  onDay: (date, count) =>
    count === 0 ? date : `${date}، ${counted(count, 'سجل واحد', 'سجلان', 'سجلات', 'سجلًا', 'سجل')}`,
};

export const views: Catalogue['views'] = {
  menu: 'عروض هذه القائمة',
  drawn: {
    menu: 'عروض هذه الشاشة',
    keepTitle: 'حفظ هذه الشاشة كعرض',
    keepHint: 'يُحفظ البحث والتصفية، لا السجلات. ومن يفتحه يرى ما يحق له قراءته.',
    opens: 'افتح هذه الشاشة به',
    opensNot: 'لا تفتح هذه الشاشة به',
  },
  tabs: 'العروض',
  asStated: 'الأصلي',
  forRole: (role) => `لدور ${role}`,
  changed: 'معدَّل',
  save: 'حفظ',
  saveTo: (name) => `احفظ التغييرات في «${name}»`,
  saveNew: 'حفظ كعرض جديد …',
  back: (name) => `عودة إلى «${name}»`,
  thisView: (name) => `«${name}»`,
  edit: 'إعادة تسمية أو مشاركة …',
  remove: 'حذف …',
  opens: 'افتح هذه القائمة به',
  opensNot: 'لا تفتح هذه القائمة به',
  opensText: 'لك وحدك، على كل جهاز',
  keepTitle: 'حفظ هذه القائمة كعرض',
  editTitle: (name) => `العرض «${name}»`,
  keepHint: 'يُحفظ البحث والتصفية والترتيب والأعمدة، لا الصفوف. ومن يفتحه يرى ما يحق له قراءته.',
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
  notTheirs: 'لا يغيّر العرض المشترك إلا من يحفظ العروض لغيره هنا.',
  notTheirsNext: 'احفظه كعرض خاص بك.',
  command: (name) => `العرض: ${name}`,
};

export const cells: Catalogue['cells'] = {
  name: (field, title) => `${field}، ${title}`,
  keys: 'مفتاح الإدخال يحفظ، وEscape يتراجع، وTab يحفظ وينتقل.',
  cancel: 'إلغاء',
  now: (value) => `القيمة الآن «${value}». ما تحفظه يحل محلها.`,
  nowEmpty: 'الحقل فارغ الآن. ما تحفظه يحل محل ذلك.',
  lost: (title) => `${title}: لم يُحفظ`,
  lostText: (field, typed) => `غادر الصف القائمة وأنت تكتب. ${field}: ${typed}`,
  notLoaded: 'تعذّر تحميل حقل الإدخال',
  notLoadedText: 'تحقق من الاتصال ثم أعد المحاولة.',
};

export const matching: Catalogue['matching'] = {
  sure: (label, count, noun) => `${label}: ${count} ${noun}؟`,
  sureText: 'كل ما تجده القائمة الآن، وما لم يُحمّل أيضًا. يُبتّ في كل سجل على حدة.',
  running: (label) => `${label} …`,
  progress: (done, total) => `${done} من ${total}`,
  stop: 'أوقف',
  stopping: 'جارٍ الإيقاف …',
  stopped: (left) => `أُوقف. لم يُبلغ ${left} وتبقى كما كانت.`,
  broken: (left) => `انقطع. لم يُبلغ ${left} وتبقى كما كانت.`,
  nothingDone: 'لم يُنفَّذ شيء.',
  unsure: 'انقطع قبل وصول الجواب: قد يكون ما يصل إلى 100 قد نُفّذ أو لم يُنفّذ، كما تُظهر القائمة الآن.',
  unsureFew: (left) => `انقطع قبل وصول الجواب: قد تكون ${left} المتبقية قد نُفّذت أو لم تُنفّذ، كما تُظهر القائمة الآن.`,
  unsureLeft: (left) =>
    `انقطع قبل وصول الجواب. من ${left} المتبقية قد يكون ما يصل إلى 100 قد نُفّذ أو لم يُنفّذ، كما تُظهر القائمة الآن؛ والباقي كما كان.`,
  waiting: (seconds) => `يُستأنف بعد ${seconds} ث …`,
  more: (count) => `و${count} أخرى`,
  saveRefused: (count) => `احفظ كل ${count} مع الأسباب`,
  refusedName: (label) => `${label}: مرفوض.csv`,
  columns: { record: 'السجل', why: 'لماذا لا', next: 'ما العمل', code: 'الرمز', address: 'العنوان' },
  undoAll: (count) => `تراجع (${count})`,
  undoing: 'جارٍ التراجع …',
};

export const groups: Catalogue['groups'] = {
  by: 'التجميع حسب',
  none: 'بلا مجموعات',
  each: 'لكل',
  intervals: { day: 'يوم', week: 'أسبوع', month: 'شهر', quarter: 'ربع سنة', year: 'سنة' },
  empty: 'فارغ',
  sum: (column, sum) => `${column}: ${sum}`,
  bar: 'المجموعات',
  grouped: (field) => `مجمّعة حسب: ${field}`,
  perInterval: (field, interval) => `${field}، لكل ${interval}`,
  fold: 'طيّ الكل',
  unfold: 'فتح الكل',
  tooMany: (field) => `المجموعات أكثر من أن تُتصفَّح: ${field}. ضيّق القائمة لتراها.`,
  notGrouped: 'عرض بلا مجموعات',
};
