import { counted } from './arabic-plural.ts';
import type { Catalogue } from './catalogue.ts';

const days = (count: number): string => counted(count, 'يومًا واحدًا', 'يومين', 'أيام', 'يومًا', 'يوم');
const records = (count: number): string => counted(count, 'سجل واحد', 'سجلان', 'سجلات', 'سجلًا', 'سجل');

export const deleted: Catalogue['deleted'] = {
  kept: (count) => `يُحفظ ${days(count)} ثم يُحذف نهائيًا.`,
  count: (count, nouns) => `${count} ${nouns}`,
  list: (nouns) => `المحذوف: ${nouns}، الأحدث أولًا`,
  empty: 'لا سجلات محذوفة',
  emptyText: (count) => `تبقى السجلات المحذوفة هنا ${days(count)}.`,
  deletedBy: (by) => `حذفه ${by}`,
  with: (title) => `مع «${title}»`,
  withAnother: (noun) => `مع سجل آخر (${noun})`,
  daysLeft: (count) => `بقي ${counted(count, 'يوم واحد', 'يومان', 'أيام', 'يومًا', 'يوم')}`,
  lastDay: 'بقي أقل من يوم',
  restore: 'استعد',
  select: (title) => `حدّد «${title}»`,
  selectAll: 'حدّد كل ما حُمّل',
  selected: (count) => `المحدد: ${count}`,
  bulkBar: 'السجلات المحددة',
  clearSelection: 'امسح التحديد',
  more: 'أظهر المزيد',
  back: (title) => `استُعيد «${title}».`,
  backMany: (count) => `استُعيد ${records(count)}.`,
  notBack: 'تعذّرت استعادته.',
  notAllBack: (count) => `تعذّرت استعادة ${records(count)}.`,
  open: 'افتح',
  undo: 'تراجع',
  canBeUndone: (count) => `يمكن استعادته خلال ${days(count)}.`,
  manyCanBeUndone: (count) => `يمكن استعادتها خلال ${days(count)}.`,
};
