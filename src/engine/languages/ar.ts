import type { ExpectedWords, SentWords } from '../../fields/text/expected.ts';
import type { StandardTexts } from '../compiled/standard-texts.ts';

const PLAIN: ExpectedWords = {
  text: 'نص',
  'one line': 'نص في سطر واحد',
  'no control characters': 'نص بلا رموز تحكم',
  'no broken characters': 'نص بلا أحرف ناقصة',
  'no heaped marks': 'نص لا يحمل فيه الحرف أكثر من 30 علامة',
  'yes or no': 'نعم أو لا',
  'currency that exists': 'مبلغ بعملة موجودة، مثل EUR أو USD',
  choice: 'أحد الخيارات المعروضة',
  choices: 'خيارات تفصل بينها فواصل',
  role: 'أحد الأدوار',
  roles: 'أدوار تفصل بينها فواصل',
  'list entry': 'اسم، ثم اختره من القائمة',
  record: 'اسم سجل موجود',
  records: 'أسماء سجلات موجودة تفصل بينها فواصل',
  texts: 'نصوص تفصل بينها فواصل',
  lines: 'أسطر كما تكون في ملف مُصدَّر',
  file: 'ملف مرفوع',
  files: 'ملفات مرفوعة',
  nothing: 'لا شيء، فالوثيقة لا تذكر النوع',
};

const SENT: SentWords = {
  boolean: 'إحدى قيمتي JSON ‏true أو false',
  number: 'عدد JSON صحيح مثل 12',
  decimal: 'عدد في نص JSON مثل "12.50"',
  money: 'كائن JSON فيه amount (نص مثل "12.50") و currency (نص مثل "EUR")',
  list: 'قائمة JSON',
  objects: 'قائمة JSON من كائنات، لكل منها id خاص به أو دونه',
  ids: 'قائمة JSON من المعرّفات، كل منها مرة واحدة',
  file: 'كائن JSON يذكر فيه file الملف المرفوع',
};

function places({ isScaled, scale }: { readonly isScaled: boolean; readonly scale: number }): string {
  if (!isScaled) return '';
  return scale === 0 ? '، بلا خانات عشرية' : `، والحد الأقصى للخانات العشرية ${scale}`;
}

/** What the engine says in Arabic. It imports only types: a page loads it beside its own texts. */
export const arabic: StandardTexts = {
  errors: {
    NOT_SIGNED_IN: { message: 'لم تسجّل الدخول.', next: 'سجّل الدخول ثم حاول مرة أخرى.' },
    TOO_MANY_REQUESTS: { message: 'الطلبات كثيرة جدًا.', next: 'انتظر {wait} ثم حاول مرة أخرى.' },
    UNREADABLE: { message: 'تعذّرت قراءة هذا الطلب: {reason}.', next: 'صحّحه ثم أرسله مرة أخرى.' },
    UNKNOWN_PARAMETER: { message: 'لا يوجد هنا معامل باسم «{parameter}».', next: 'احذفه من الطلب.' },
    NOT_FOUND: { message: 'غير موجود: {entity}.', next: 'ربما حُذف السجل.' },
    NOT_ALLOWED: { message: 'لا يُسمح لك بهذا.', next: 'اطلب ذلك من: {who}.' },
    PRECONDITION_REQUIRED: { message: 'حدّد النسخة التي رأيتها.', next: 'أرسل وسم ETag الخاص بها في If-Match.' },
    CHANGED_MEANWHILE: {
      message: 'تغيّر السجل في هذه الأثناء، والذي غيّره: {by}.',
      next: 'اطّلع على النسخة الجديدة ثم حاول مرة أخرى.',
    },
    WRONG_STATE: { message: 'الحالة الآن: {status}. لا يمكن القيام بذلك فيها.', next: '' },
    NOT_MET: { message: 'شرط «{event}»: {condition}.', next: '' },
    IN_USE: { message: 'لا يزال مستخدمًا: {uses}.', next: 'أزل أولًا ما يشير إليه.' },
    INVALID: { message: 'عدد القيم التي تحتاج إلى مراجعة: {count}.', next: 'بجانب كل قيمة ما يجب تصحيحه.' },
    TOO_LARGE: { message: 'هذا أكبر مما يُقبل هنا.', next: 'أرسل كمية أقل في كل مرة.' },
    DOCUMENT_CHANGED: {
      message: 'تغيّرت الوثيقة منذ تحميل هذه الصفحة.',
      next: 'أعد تحميل الصفحة؛ ما كتبته محفوظ.',
    },
    IDEMPOTENCY_MISMATCH: {
      message: 'استُخدم هذا المفتاح من قبل لطلب آخر.',
      next: 'استخدم Idempotency-Key جديدًا.',
    },
    UNAVAILABLE: { message: 'لا يمكن القيام بذلك الآن.', next: 'حاول مرة أخرى بعد قليل.' },
    NOT_VALID: { message: 'يجب أن يتحقق: {condition}.', next: '' },
    REQUIRED: { message: '{field} مطلوب.', next: 'املأ هذا الحقل.' },
    WRONG_TYPE: { message: 'المطلوب هنا: {expected}.', next: '' },
    TOO_LONG: { message: 'عدد الأحرف {length}، والحد الأقصى {max}.', next: 'اختصر النص إلى {max}.' },
    TOO_SHORT: { message: 'عدد الأحرف {length}، والحد الأدنى {min}.', next: 'لا تكتب أقل من {min}.' },
    TOO_SMALL: { message: 'أصغر قيمة مسموح بها: {min}.', next: 'أدخل قيمة أكبر.' },
    TOO_BIG: { message: 'أكبر قيمة مسموح بها: {max}.', next: 'أدخل قيمة أصغر.' },
    TOO_FEW_LINES: { message: 'الحد الأدنى {min}، والموجود {count}.', next: 'أضف ما ينقص.' },
    TOO_MANY_LINES: { message: 'الحد الأقصى {max}، والموجود {count}.', next: 'أزل بعضها.' },
    LINE_STAYS: {
      message: 'سيُزيل هذا «{entity} {number}»، وهناك حالة نهائية.',
      next: 'اتركه في القائمة.',
    },
    NOT_A_CHOICE: { message: '«{value}» ليس من الخيارات.', next: 'اختر واحدًا من: {choices}.' },
    WRONG_FILE: { message: 'لا تُقبل هنا ملفات مثل «{name}».', next: 'أرفق واحدًا من: {endings}.' },
    GIVEN_TWICE: { message: 'هذه القيمة مكررة.', next: 'احذف إحداهما.' },
    NO_SUCH_VALUE: { message: 'غير موجود: {entity}.', next: 'اختر غيره.' },
    TARGET_DELETED: {
      message: 'ما يشير إليه «{field}» محذوف: {entity}.',
      next: 'استرجعه أولًا.',
    },
    NOT_UNIQUE: { message: 'مستخدم من قبل: {field}.', next: 'اختر قيمة أخرى.' },
    NOT_AN_INPUT: { message: 'لا يمكن إرسال «{field}» هنا.', next: 'احذفه من الطلب.' },
    LIMIT_NOT_SHOWN: {
      message: 'الحد {limit} غير مذكور، لذلك لا يُقبل شيء هنا.',
      next: 'اذكر {limit} في النقطة 9 من الوثيقة.',
    },
    NOT_SHOWN: { message: 'لا يمكن البتّ في ذلك: {what} غير مذكور.', next: 'اذكره في الوثيقة.' },
    CIRCLE: { message: 'يؤدي هذا إلى تغيير بعد تغيير بلا نهاية: {what}.', next: 'على الوثيقة أن تنهي ذلك.' },
    TOO_MANY_RECORDS: {
      message: 'لا يمكن البتّ في هذا: يوجد أكثر من {count} سجل من «{entity}» للمرور عليها.',
      next: 'بسّط القاعدة في المستند لتتمكن قاعدة البيانات من الإجابة عنها.',
    },
    NUMBER_TOO_LARGE: { message: 'هذا الرقم كبير جدًا.', next: 'أدخل رقمًا أصغر.' },
  },
  titles: {
    'not signed in': 'لم تسجّل الدخول',
    'too many requests': 'طلبات كثيرة جدًا',
    unreadable: 'طلب غير مقروء',
    'not found': 'غير موجود',
    'not allowed': 'غير مسموح',
    'match required': 'النسخة مطلوبة',
    'changed meanwhile': 'تغيّر في هذه الأثناء',
    'wrong state': 'غير ممكن الآن',
    'not met': 'الشرط غير متحقق',
    'in use': 'مستخدم',
    invalid: 'غير صالح',
    'too large': 'كبير جدًا',
    'document changed': 'تغيّرت الوثيقة',
    unavailable: 'غير متاح',
  },
  somebody: 'شخص آخر',
  somebodyFirst: 'شخص آخر',
  you: 'أنت',
  product: 'النظام',
  productFirst: 'النظام',
  yes: 'نعم',
  no: 'لا',
  none: 'بلا',
  noState: 'بلا حالة',
  hiddenState: 'حالة لا يحق لك رؤيتها',
  hiddenCondition: 'شرط لا يحق لك رؤيته',
  hiddenPart: 'أمر لا يحق لك رؤيته',
  hiddenRecord: 'سجل لا يحق لك رؤيته',
  hiddenReason: 'السبب مما لا يحق لك رؤيته.',
  otherRecords: 'سجلات أخرى',
  ownRights: 'لا يغيّر أحد ما يحدّد صلاحياته بنفسه؛ على شخص آخر أن يفعل ذلك.',
  nobodyToTell: 'لم يكن هناك من يُبلَّغ.',
  comment: 'التعليق',
  whoeverWrote: 'كاتبه',
  roleAway: (roles) => `لا يمنح هذا الدور إلا من يحمله: ${roles}.`,
  whoever: (field) => `المذكور في «${field}»`,
  fieldOf: (field, entity) => `${field} (${entity})`,
  within: (label) => label,
  expected: (expected) => {
    switch (expected.is) {
      case 'date':
        return `تاريخ مثل ${expected.example}`;
      case 'date and time':
        return `تاريخ ووقت مثل ${expected.example}`;
      case 'time':
        return `وقت مثل ${expected.example}`;
      case 'duration':
        return `مدة مثل ${expected.example}`;
      case 'whole number':
        return `عدد صحيح${expected.unit === null ? '' : ` (${expected.unit})`} مثل ${expected.example}`;
      case 'number':
        return `عدد${expected.unit === null ? '' : ` (${expected.unit})`} مثل ${expected.example}${places(expected)}`;
      case 'amount':
        return expected.currency === null
          ? `مبلغ مع عملته مثل ${expected.example}${places(expected)}`
          : `مبلغ بعملة ${expected.currency} مثل ${expected.example}${places(expected)}`;
      case 'one of two numbers':
        return `${expected.numbers[0]} أو ${expected.numbers[1]}، فما كُتب يحتمل المعنيين`;
      case 'multiple':
        return `عدد من مضاعفات ${expected.of}`;
      case 'step':
        return `${expected.from} أو ${expected.from + expected.by} أو ${expected.from + 2 * expected.by} وهكذا`;
      case 'form':
        return `نص بالصيغة ${expected.form}`;
      case 'sent as':
        return SENT[expected.json];
      case 'text format':
        return `${expected.name.ar} مثل ${expected.example}`;
      default:
        return PLAIN[expected.is];
    }
  },
  signs: {
    and: 'و',
    or: 'أو',
    yes: 'نعم',
    no: 'لا',
    nothing: 'فارغ',
    me: 'أنت',
    now: 'الآن',
    today: 'اليوم',
    signedIn: 'سجّلت الدخول',
    signedOut: 'لم تسجّل الدخول',
    empty: (of) => `${of} فارغ`,
    given: (of) => `${of} مذكور`,
    not: (condition) => `ليس (${condition})`,
    old: (of) => (of === '' ? 'السجل السابق' : `${of} سابقًا`),
    notShown: (name) => `${name} (غير مذكور)`,
    measure: {
      sum: (of) => `مجموع ${of}`,
      count: (of) => `عدد ${of}`,
      average: (of) => `متوسط ${of}`,
      min: (of) => `أصغر ${of}`,
      max: (of) => `أكبر ${of}`,
    },
    over: (of, records) => `${of} (${records})`,
    where: (records, condition) => `${records} حيث ${condition}`,
    others: (records) => `${records} أخرى`,
    exists: (records) => `يوجد ${records}`,
    all: (records, condition) => `في كل ${records}: ${condition}`,
    some: (records, condition) => `في واحد على الأقل من ${records}: ${condition}`,
    one: (records, condition) => `في واحد فقط من ${records}: ${condition}`,
    ifElse: (test, yes, no) => `${yes} إذا ${test}، وإلا ${no}`,
    workingTime: (of) => `${of} بوقت العمل`,
  },
  assumed: {
    listOf: (entity) => `قائمة ${entity}`,
    newOne: (entity) => `إضافة ${entity}`,
    requiredHere: (field) => `${field} مطلوب هنا.`,
    notGivenHere: (field) => `${field} لا يُذكر هنا.`,
    names: {
      Person: 'شخص',
      People: 'الأشخاص',
      'People who sign in.': 'من يسجّلون الدخول.',
      Name: 'الاسم',
      Email: 'البريد الإلكتروني',
      Roles: 'الأدوار',
    },
  },
};
