/** What a name says about a state, an event or an option. */
export type Meaning = 'refused' | 'ended' | 'good' | 'waiting';

/** Beginnings of words in English, German and Arabic. */
const BEGINNINGS: Readonly<Record<Meaning, string>> = {
  refused:
    'reject refus denied deny declin disapprov fail error lost lose bounce ' +
    'abgelehnt ablehn abweis abgewiesen fehlgeschlagen fehler verloren verlier verlust gescheitert ' +
    'مرفوض رفض فشل فاشل خطأ مفقود فقد',
  ended:
    'cancel void drop withdraw expir dismiss waiv retire archiv abandon discard revok terminat delet remov obsolete inactive skip ' +
    'storn abgebroch abbrech abbruch verworfen verwerf zurückgezogen zurückzieh abgelaufen entfallen hinfällig archiv erlassen gelöscht ungültig inaktiv ' +
    'ملغي ملغى ملغاة إلغاء ألغ منته مسحوب سحب مؤرشف أرشف محذوف حذف مستبعد باطل',
  good:
    'done complet finish paid approv accept grant resolv settl deliver closed success succeed publish ready saved confirm returned won ' +
    'erledigt fertig abgeschlossen bezahlt genehmigt angenommen bewilligt gelöst geliefert geschlossen bestätigt veröffentlicht gespeichert gewonnen ' +
    'مكتمل منجز مدفوع معتمد مقبول موافق محلول مغلق مؤكد منشور جاهز ناجح',
  waiting:
    'wait pending await block hold paus stall escalat overdue ' +
    'warte wartet wartend ausstehend offenstehend blockiert angehalten pausiert zurückgestellt überfällig eskaliert ' +
    'انتظار بانتظار معلق معلّق موقوف محظور متأخر مصعد',
};

/** Words that take back what follows them: a partly paid invoice is not paid. */
const PARTLY = /^(not|non|part(ly|ial|ially)?|half|nicht|teil(weise)?|غير|جزئي|جزئيا)$/;

const beginnings = new Map(
  Object.entries(BEGINNINGS).map(([meaning, words]) => [meaning as Meaning, words.split(' ')] as const),
);

/** Returns the words of a name in lower case: `partially_paid` and `partiallyPaid` give the same two. */
export const wordsIn = (name: string): readonly string[] =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');

/** Whether a name has a word with this meaning. */
export function means(meaning: Meaning, name: string): boolean {
  const words = wordsIn(name);
  if (words.some((word) => PARTLY.test(word))) return false;
  return words.some((word) => {
    const bare = word.replace(/^(?=..)و?ال/u, '');
    return beginnings.get(meaning)?.some((start) => bare.startsWith(start)) === true;
  });
}

/** Whether a name says that something is refused, failed or called off. */
export const isNegative = (name: string): boolean => means('refused', name) || means('ended', name);
