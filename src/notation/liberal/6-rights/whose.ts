import type { Block, Item } from '../../markdown/document.ts';
import type { Lexicon } from '../lexicon.ts';
import { personOf } from '../phrases/frame.ts';
import { frameOf, roleNamed } from '../phrases/match.ts';
import { attributeNamed, entityNamed } from '../phrases/names.ts';
import { memberOf, memberText, ownCondition } from './owner.ts';

/** What a document says that "own" and other words of its cells mean. */
export interface Whose {
  /** By role: `order.bakerId = me`, or words that say it otherwise. */
  readonly own: readonly { readonly role: string; readonly means: string }[];
  /** By word: "in `helpers`", "`authorId = me`". */
  readonly words: readonly { readonly word: string; readonly means: string }[];
}

export const NOTHING_SAID: Whose = { own: [], words: [] };

const OWN = /^\**own\**:?\**\s*(?:means\s+|[:=–—-]\s*)?(?=\S)/i;
const WORD = /^[("*`]*(\p{L}{3,20})[)"*`]*\s*(?:=|means|stands for)\s*((?:in\s+)?`[^`]{1,80}`.*)$/iu;

/** The definitions in paragraphs and items: "Own: baker → `order.bakerId = me`", "helping = in `helpers`". */
export function whoseIn(blocks: readonly Block[]): Whose {
  const texts = blocks.flatMap((block) =>
    block.kind === 'list'
      ? block.items.flatMap(textsOf)
      : block.kind === 'prose' && !block.code
        ? [block.text.text]
        : [],
  );
  const own = texts.flatMap((text) => {
    const lead = OWN.exec(text);
    return lead === null ? [] : ownIn(text.slice(lead[0].length));
  });
  const words = texts.flatMap((text) =>
    text.length > 500
      ? []
      : text.split(/[,;.](?:\s+|$)/).flatMap((pair) => {
          const match = WORD.exec(pair.trim());
          return match === null ? [] : [{ word: (match[1] ?? '').toLowerCase(), means: (match[2] ?? '').trim() }];
        }),
  );
  return { own, words };
}

function textsOf(item: Item): string[] {
  return [item.text.text, ...item.items.flatMap(textsOf)];
}

function ownIn(text: string): Whose['own'] {
  return text.split(/;\s*/).flatMap((each) => {
    const match = /^(?:for )?(?:an? |the )?([\p{L}_][\p{L}\p{N}_ -]{0,40}?)\s*(?:→|->|=>|:|=)\s*(.+)$/u.exec(
      each.trim(),
    );
    return match === null ? [] : [{ role: (match[1] ?? '').trim(), means: (match[2] ?? '').replace(/\.$/, '').trim() }];
  });
}

/** The condition of "own" for a role; what the document says of it comes first, and where that is not understood, nobody knows it. */
export function ownFor(entity: string, role: string, whose: Whose, lexicon: Lexicon): string | null {
  const stated = whose.own.find((each) => roleNamed(each.role, frameOf({ entity: null, lexicon }))?.name === role);
  if (stated === undefined) return whose.own.length > 0 ? null : ownCondition(entity, lexicon, role);
  const [, first = '', field = ''] = /^`(\w+)\.(\w+)\s*={1,3}\s*me`$/.exec(stated.means) ?? [];
  const holder = entityNamed(lexicon, first);
  const attribute = holder === null ? null : attributeNamed(lexicon, holder.name, field);
  if (holder === null || attribute?.type.kind !== 'reference' || attribute.type.entity !== personOf(lexicon)?.name)
    return null;
  if (holder.name === entity) return `${memberText(attribute.name)} == me`;
  const here = lexicon.entities.find(({ name }) => name === entity);
  const links = (here?.fields ?? []).filter(({ type }) => type.kind === 'reference' && type.entity === holder.name);
  const [link, ...more] = links;
  if (link === undefined || more.length > 0) return null;
  return `${memberText(link.name)}${memberOf(attribute.name)} == me`;
}

/** A word of a cell that the document explains: "helping", of an entity that has the field. */
export function conditionOfWord(word: string, entity: string, { words }: Whose, lexicon: Lexicon): string | null {
  const means = words.find((each) => each.word === word)?.means ?? '';
  const [, among, field] = /^(?:in `(\w+)`|`(\w+)\s*={1,3}\s*me`)$/.exec(means) ?? [];
  const attribute = attributeNamed(lexicon, entity, among ?? field ?? '');
  const person = personOf(lexicon)?.name;
  if (attribute === null || person === undefined) return null;
  const { type } = attribute;
  if (among !== undefined)
    return type.kind === 'references' && type.entity === person ? `me in ${memberText(attribute.name)}` : null;
  return type.kind === 'reference' && type.entity === person ? `${memberText(attribute.name)} == me` : null;
}

/** "own visits" in a row about bills: the bills of own visits. */
export function ownOf(thing: string, entity: string, role: string, whose: Whose, lexicon: Lexicon): string | null {
  const parent = entityNamed(lexicon, thing);
  if (parent === null) return null;
  if (parent.name === entity) return ownFor(entity, role, whose, lexicon);
  const here = lexicon.entities.find(({ name }) => name === entity);
  const links = (here?.fields ?? []).filter(({ type }) => type.kind === 'reference' && type.entity === parent.name);
  const [link, ...more] = links;
  const [, path, mine] =
    /^(?:\S+ != null and )?([\p{L}_][\p{L}\p{N}_.]*) == (me\S*)$/u.exec(
      ownFor(parent.name, role, whose, lexicon) ?? '',
    ) ?? [];
  if (link === undefined || more.length > 0 || path === undefined) return null;
  const through = `${memberText(link.name)}.${path}`;
  return mine === 'me' ? `${through} == me` : `${through} != null and ${through} == ${mine}`;
}
