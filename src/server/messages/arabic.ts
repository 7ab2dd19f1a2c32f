import type { ServerMessages } from './message-texts.ts';

export const arabic: ServerMessages = {
  protocol: {
    METHOD_NOT_ALLOWED: { message: 'لا يقبل هذا العنوان هذه الطريقة.', next: 'تذكر الترويسة Allow ما يقبله.' },
    UNSUPPORTED_MEDIA_TYPE: {
      message: 'لم يُرسل المحتوى بصيغة JSON.',
      next: 'أرسله مع الترويسة Content-Type: application/json.',
    },
    EXPECTATION_FAILED: {
      message: 'لا يفعل هذا الخادم ما تطلبه الترويسة Expect.',
      next: 'أرسله دون الترويسة Expect.',
    },
    TOO_MANY_ROWS: {
      message: 'هذه صفوف أكثر مما يُقبل دفعة واحدة.',
      next: 'ضيّق القائمة بعامل تصفية، أو أرسل الملف على أجزاء.',
    },
    TOO_BROAD: {
      message: 'هذا البحث واسع جدًا.',
      next: 'ضيّقه، مثلًا بعامل تصفية لقيمة واحدة أو ببداية كلمة.',
    },
    TOO_MANY_UPLOADS: {
      message:
        'ملفات مرفوعة كثيرة جدًا لا تنتمي إلى أي سجل بعد. الحد 200 ميغابايت و200 ملف لكل شخص، و2 غيغابايت للجميع.',
      next: 'احفظ السجلات التي تخصها هذه الملفات. تُزال الملفات غير المستخدمة بعد يوم.',
    },
    NOT_A_PATH: {
      message: 'يبدأ مسار هذا العنوان بشرطتين مائلتين.',
      next: 'استخدم مسارًا يبدأ بشرطة مائلة واحدة.',
    },
    OTHER_HOST: {
      message: 'لا يجيب هذا الخادم إلا باسمه.',
      next: 'افتحه على localhost أو 127.0.0.1 مع المنفذ الذي يذكره عند البدء.',
    },
    OTHER_ORIGIN: { message: 'حاول موقع آخر تغيير شيء هنا.', next: 'افعل ذلك من صفحة في هذا التطبيق.' },
    NO_SWITCHER_KEY: {
      message: 'لا يمكن تبديل الشخص إلا من الصفحة.',
      next: 'أعد تحميل الصفحة ثم اختر الشخص.',
    },
    NOT_RECOGNISED: {
      message: 'الاسم أو كلمة المرور غير صحيحة.',
      next: 'حاول مرة أخرى، أو اطلب رابطًا لاختيار كلمة مرور جديدة.',
    },
    TOO_MANY_ATTEMPTS: {
      message: 'كثرت محاولات تسجيل الدخول.',
      next: 'انتظر ربع ساعة، أو اختر كلمة مرور جديدة عبر رابط.',
    },
    LINK_OVER: { message: 'استُخدم هذا الرابط من قبل، أو مضى عليه وقت طويل.', next: 'اطلب رابطًا آخر.' },
    WEAK_PASSWORD: {
      message: 'كلمة المرور هذه سهلة التخمين.',
      next: 'اختر كلمة أطول؛ وعدة كلمات لا رابط بينها خيار جيد.',
    },
    SIGNS_IN_ALREADY: {
      message: 'يستطيع هذا الشخص تسجيل الدخول بالفعل.',
      next: 'من نسي كلمة المرور يطلب رابطًا في صفحة تسجيل الدخول.',
    },
    NO_PASSWORDS: {
      message: 'تسجيل الدخول بكلمة مرور غير متاح هنا.',
      next: 'اختر طريقة أخرى لتسجيل الدخول.',
    },
    NO_PROVIDER: {
      message: 'تسجيل الدخول عبر مزوّد غير متاح هنا.',
      next: 'اختر طريقة أخرى لتسجيل الدخول.',
    },
    PROVIDER_SILENT: {
      message: 'مزوّد تسجيل الدخول لا يستجيب.',
      next: 'حاول بعد قليل، أو سجّل الدخول بطريقة أخرى تعرضها الصفحة.',
    },
    NO_PASSKEYS: {
      message: 'تسجيل الدخول بمفتاح مرور غير متاح هنا.',
      next: 'اختر طريقة أخرى لتسجيل الدخول.',
    },
    PASSKEY_REFUSED: {
      message: 'لم يُقبل مفتاح المرور هذا.',
      next: 'حاول مرة أخرى، أو سجّل الدخول بطريقة أخرى.',
    },
    SIGN_IN_AGAIN: {
      message: 'مضى وقت طويل على تسجيل دخولك.',
      next: 'سجّل الخروج ثم الدخول، وافعل هذا خلال عشر دقائق.',
    },
    INTERNAL: {
      message: 'حدث خطأ في الخادم.',
      next: 'حاول مرة أخرى. وإن تكرر ذلك فأخبر من يشغّل هذا التطبيق.',
    },
  },
  weakPassword: {
    short: (least, length) => `الحد الأدنى لكلمة المرور ${least} من الأحرف، وعدد أحرف هذه ${length}.`,
    long: (most, length) => `الحد الأقصى لكلمة المرور ${most} من الأحرف، وعدد أحرف هذه ${length}.`,
    few: 'الأحرف المختلفة في كلمة المرور هذه قليلة جدًا.',
    run: 'كلمة المرور هذه تسلسل بسيط.',
    own: 'كلمة المرور هذه قريبة جدًا من اسمك أو بياناتك.',
  },
  entityNames: {
    page: 'الصفحة',
    session: 'الجلسة',
    screen: 'الصفحة',
    list: 'القائمة',
    person: 'الشخص',
    field: 'الحقل',
    file: 'الملف',
    element: 'العنصر',
    version: 'النسخة',
    view: 'العرض',
    comment: 'التعليق',
    error: 'الخطأ',
    program: 'البرنامج',
    passkey: 'مفتاح المرور',
    credential: 'طريقة تسجيل الدخول',
  },
  somebodySignedIn: 'شخص يسجّل الدخول',
  whoChangesTheDocument: 'شخص يحق له تغيير الوثيقة',
  whoChangesRoles: 'شخص يحق له تغيير الأدوار',
  viewsFull: 'لا يمكن حفظ عروض أكثر؛ احذف واحدًا أولًا',
  viewExists: (name) => `يوجد عرض باسم «${name}» من قبل`,
  ofThisScreen: (what) => `«${what}» في هذه الصفحة`,
  passwordEmail: (product, link) => ({
    subject: `${product}: اختيار كلمة مرور جديدة`,
    text: `طلب شخص، هو أنت على الأرجح، كلمة مرور جديدة لـ${product}.\n\nاخترها هنا خلال ساعة:\n${link}\n\nإن لم تكن أنت من طلبها فلم يتغيّر شيء، ويمكنك تجاهل هذه الرسالة.\n`,
  }),
  invitationEmail: (product, link) => ({
    subject: `دعوة إلى ${product}`,
    text: `تمت دعوتك إلى ${product}.\n\nاختر كلمة المرور هنا خلال يوم واحد:\n${link}\n\nبعد ذلك يمكنك طلب رابط جديد في صفحة تسجيل الدخول.\n`,
  }),
  notCsv: 'لم يُرسل المحتوى بصيغة CSV.',
  unreadableFile: (reason) => ({
    message: `تعذّرت قراءة هذا الملف: ${reason}.`,
    next: 'أصلحه واحفظه بصيغة «CSV UTF-8» ثم اختره مرة أخرى.',
  }),
  reasons: {
    'it is not UTF-8 text': 'ليس نصًا بترميز UTF-8',
    'it has no headings': 'ليس فيه صف عناوين',
    'something stands behind the closing quote of a cell': 'هناك شيء بعد علامة الاقتباس التي تغلق خلية',
    'a quote stands within a cell that does not begin with one': 'هناك علامة اقتباس داخل خلية لا تبدأ بها',
    'it has more than 1,000 columns': 'فيه أكثر من 1,000 عمود',
    'it has more than 1,000,000 characters': 'فيه أكثر من 1,000,000 حرف',
    'the file has more than 500,000 cells': 'في الملف أكثر من 500,000 خلية',
    'the quote that opens a cell is not closed': 'علامة الاقتباس التي تفتح خلية غير مغلقة',
  },
  inLine: (line, reason) => `السطر ${line}: ${reason}`,
  tooManyToExport: (rows) => ({
    message: `صفوف هذه القائمة أكثر من ${rows}، ولا يتسع ملف واحد لأكثر منها.`,
    next: 'ضيّقها بعامل تصفية ثم حاول مرة أخرى.',
  }),
  tooManyToImport: (rows) => ({
    message: `صفوف هذا الملف أكثر من ${rows}، ولا يُقبل أكثر منها دفعة واحدة.`,
    next: 'أرسله على أجزاء.',
  }),
  wrongCellCount: (cells, headings) => `خلايا هذا الصف: ${cells}، والعناوين: ${headings}.`,
  ambiguousName: (text) => ({ message: `أكثر من واحد باسم «${text}».`, next: 'اكتب معرّف واحد منها.' }),
};
