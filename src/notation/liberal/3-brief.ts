import type { Reading } from './3-details.ts';
import { entityIn } from './3-draft.ts';
import { readSize } from './phrases/quantity.ts';

/** Units of size as numbers of bytes. */
export const FACTORS: ReadonlyMap<string, number> = new Map([
  ['bytes', 1],
  ['kB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
]);

/** `jpg/png`, `pdf` of a file: its endings. */
export const endings: Reading = (text, said) => {
  if (said.type?.kind !== 'file' || said.type.endings.length > 0) return null;
  const found = text.split(/ ?[/|] ?|, ?| or /);
  if (!found.every((each) => /^(?:pdf|png|jpe?g|gif|webp|svg|csv|xlsx?|docx?|zip|txt|log|dwg|heic|mp4)$/i.test(each)))
    return null;
  said.type = { ...said.type, endings: found.map((each) => each.toLowerCase()) };
  return 'all';
};

/** `1 per user` of the field that leads to one: no two have the same. */
export const onePer: Reading = (text, said) => {
  const of = /^(?:only |exactly |at most )?(?:1|one) (?:per|for each|for every|each) (\p{L}+(?: \p{L}+)?)$/iu.exec(
    text,
  )?.[1];
  if (of === undefined || said.type?.kind !== 'reference') return null;
  if (entityIn(of, said.names) !== said.type.entity && of.toLowerCase() !== said.field.toLowerCase()) return null;
  said.changes.unique = true;
  return 'all';
};

/** `4 MB` alone, of a file: how big it is at most. */
export const sized: Reading = (text, said) => {
  const { type } = said;
  const bytes = type?.kind === 'file' && type.maxSize === null && /^\d/.test(text) ? readSize(text) : null;
  if (type?.kind !== 'file' || bytes === null) return null;
  const [digits = '', unit = ''] = bytes.split(' ');
  said.type = { ...type, maxSize: { value: Number(digits) * (FACTORS.get(unit) ?? 1) } };
  return 'all';
};

/** `80` alone in brackets behind a text: how long it is at most. */
export const long: Reading = (text, said) => {
  if (said.type?.kind !== 'text' || said.type.max !== null || said.type.min !== null || !/^\d{1,6}$/.test(text))
    return null;
  said.type = { ...said.type, max: { value: Number(text) } };
  return 'all';
};
