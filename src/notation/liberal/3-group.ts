import type { Item } from '../markdown/document.ts';
import { codeOf, part, type Span } from '../markdown/span.ts';
import { keyAndValue } from '../reader.ts';
import { draftOf, type FieldDraft } from './3-draft.ts';
import type { Told } from './3-entities.ts';

const GROUP =
  /^(?:what is |the |some |these |the following |several |a few )?(?:(?:things?|fields?|values?|figures?) (?:is|are) )?(?:computed|calculated|derived|worked out)(?: (?:fields|values|things))?(?: (?:on|for|of) (?:the |a |an )?([\p{L} ]{1,40}?))?[:.]?$/iu;

/** The words of an item and of what is nested in it. */
export const textsOf = (item: Item): Span[] => [item.text, ...item.items.flatMap(textsOf)];

/** `What is computed:` with the fields nested under it, each by its name or in a sentence. False: it is no such title. */
export function tellGroup(told: Told, item: Item): boolean {
  const group = GROUP.exec(item.text.text);
  if (group === null || item.items.length === 0) return false;
  const name = group[1];
  const from = name === undefined ? -1 : item.text.text.indexOf(name);
  const entity = name === undefined ? null : part(item.text, from, from + name.length);
  const sentences = item.items.map(sentenceOf);
  const { drafts, left } = computedIn(item.items.filter((_, index) => sentences[index] === null));
  const found = sentences.flatMap((one) => one ?? []);
  if (drafts.length + found.length === 0) return false;
  if (drafts.length > 0) told.loose.push({ entity, fields: drafts, at: item.at });
  told.loose.push(...found);
  told.unread.push(...left);
  return true;
}

/** `The places left of a course are its places minus …`, `A course is in danger when …` */
function sentenceOf(item: Item): Told['loose'][number] | null {
  const text = part(item.text, 0, item.text.text.replace(/\.$/, '').length);
  const named =
    /^(?:the )?(\p{L}[\p{L} -]{0,40}?) of (?:an?|the|each|every) (\p{L}[\p{L} -]{0,30}?) (?:is|are) (?=\S)/iu.exec(
      text.text,
    );
  if (named !== null && item.items.length === 0) {
    const [whole, field = '', entity = ''] = named;
    const at = whole.indexOf(field, /^the /i.test(whole) ? 4 : 0);
    const of = whole.lastIndexOf(entity);
    const name = part(text, at, at + field.length);
    const computed = part(text, whole.length);
    return {
      entity: part(text, of, of + entity.length),
      fields: [draftOf(name, item.text, { computed })],
      at: item.text,
    };
  }
  const state =
    /^(?:an?|the|each|every) (\p{L}[\p{L} -]{0,30}?) is (\p{L}[\p{L} -]{0,30}?) (?:when|if|while) (?=\S)/iu.exec(
      text.text,
    );
  if (state === null || item.items.length > 0) return null;
  const [whole, entity = '', field = ''] = state;
  const of = whole.indexOf(entity, whole.indexOf(' ') + 1);
  const at = whole.indexOf(field, of + entity.length + 4);
  const draft = draftOf(part(text, at, at + field.length), item.text, {
    value: { text: 'yes/no', from: text.from },
    computed: part(text, whole.length),
  });
  return { entity: part(text, of, of + entity.length), fields: [draft], at: item.text };
}

/** "If the requester is a VIP the priority goes up one step": it speaks of a field that is computed from several items. */
function isChangedBy({ name, computed }: FieldDraft, { text }: Span): boolean {
  return (
    computed?.text.includes('\n') === true && ` ${text.toLowerCase()} `.includes(` the ${name.text.toLowerCase()} `)
  );
}

/** `Due at: created at plus …` under “What is computed”. */
function computedIn(items: readonly Item[]): { readonly drafts: FieldDraft[]; readonly left: Span[] } {
  const drafts: FieldDraft[] = [];
  const left: Span[] = [];
  for (const item of items) {
    const found = keyAndValue(item.text);
    const name =
      found === null ? null : /^[\p{L}][\p{L}\p{N} _-]{0,40}$/u.test(found.key.text) ? found.key : codeOf(found.key);
    if (found === null || name === null || (found.value.text === '' && item.items.length === 0)) {
      const changed = item.items.length === 0 ? drafts.findLastIndex((draft) => isChangedBy(draft, item.text)) : -1;
      const draft = drafts[changed];
      if (draft === undefined) left.push(...textsOf(item));
      else drafts[changed] = { ...draft, also: [...draft.also, item.text] };
    } else if (found.value.text === '') {
      const base = /^(\S.*?) (?:from|by|out of) /.exec(name.text)?.[1];
      const short = base === undefined ? name : part(name, 0, base.length);
      drafts.push(draftOf(short, item.at, { computed: item.at }));
    } else drafts.push(draftOf(name, item.at, { computed: found.value }));
  }
  return { drafts, left };
}
