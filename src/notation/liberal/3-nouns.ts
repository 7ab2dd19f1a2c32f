import { nameWords } from './phrases/fold.ts';

/** Words that fields are called by: a sentence of one to three words that ends in one is the name of a field. */
const NOUNS: ReadonlySet<string> = new Set(
  'id name email mail phone telephone mobile address street city town country postcode zip number code title subject description text note notes reason comment comments remark remarks label summary message date time day month year amount price cost total sum quantity count minutes hours duration status state priority category type kind role team owner author manager assignee requester approver agent member customer client supplier version language locale currency rate percentage weight height width length size file files photo picture image attachment attachments url link token password colour color tag tags answer question score rating grade result location place site room birthday age gender iban bic unit units'.split(
    ' ',
  ),
);

/** Whether words can only be the name of a field. */
export function isFieldNoun(written: string): boolean {
  const all = nameWords(written);
  const last = all.at(-1) ?? '';
  return (
    all.length <= 3 &&
    (NOUNS.has(last) ||
      ((last === 'at' || last === 'by' || last === 'on') && all.length > 1) ||
      all.slice(-2).join('') === 'email')
  );
}
