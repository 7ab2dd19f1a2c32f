import { slug } from '../../model/defaults/paths.ts';
import { pluralOf, regularPlural } from '../../model/lookups/plural.ts';
import { keyOf } from '../columns.ts';
import type { Block, Item } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import type { Part } from '../outline.ts';
import { SCREEN_COLUMNS } from '../points/2-columns.ts';
import { type Reader, words } from '../reader.ts';
import { type Head, isScreenName, withoutNumber } from './2-heads.ts';
import { CREATING, entityOf, GENERIC, type Shown } from './2-shows.ts';
import { withoutLabel } from './label.ts';
import type { KnownEntity } from './lexicon.ts';
import { nameWords } from './phrases/fold.ts';

/** Headings over what is said of all screens, or of none. */
const NO_SCREEN =
  /^(?:general|common|shared|global|other|all|every|each|both|navigation|menus?|layout|design|look|style|notes?|remarks?|conventions?|behaviou?r|rules?|roles?|access|permissions?|rights|messages?|errors?|glossary|accessibility|responsive\w*|flows?|screens?|pages?|views?|routes?|routing|introduction|overview)\b/i;

/**
 * A heading that names a screen whose address nobody says: it has one made from its name (A-SCREENS). Null where the heading
 * names none, or the items under it name screens themselves.
 */
export function unroutedHead(
  reader: Reader,
  under: Part,
  others: readonly Part[],
  isTaken: (address: string) => boolean,
): Head | null {
  const { label, rest } = withoutLabel(under.title);
  const title = withoutNumber(rest);
  const bracket = /\s*(\([^()]*\))$/.exec(title.text);
  const named = part(title, 0, bracket?.index ?? title.text.length);
  const name = part(named, /^(?:screen|page|view)\s*:\s*/i.exec(named.text)?.[0].length ?? 0);
  const written = words(name);
  if (!isScreenName(written) || NO_SCREEN.test(written)) return null;
  const shown = shownByName(reader, written, others);
  if (shown.entity === null && groupsScreens(reader, under.blocks)) return null;
  const address = [addressOf(reader, written, shown), `/${slug(written)}`].find((each) => !isTaken(each));
  if (address === undefined) return null;
  const behind = bracket === null ? part(title, title.text.length) : part(title, bracket.index);
  return { routes: [{ address, at: under.title, shown }], name, rest: behind, label };
}

const FORM: ReadonlySet<string> = new Set([...CREATING, 'form']);
const RECORD: ReadonlySet<string> = new Set(['detail', 'details', 'record']);

/**
 * What a screen shows by its name alone: its form, one record, or several where the name stands for several. "Order" is one
 * where another screen is called "Orders".
 */
function shownByName(reader: Reader, name: string, others: readonly Part[]): Shown {
  const all = nameWords(name);
  const entity = entityOf(reader.lexicon(), all.filter((word) => !GENERIC.has(word) && !RECORD.has(word)).join(' '));
  const page: Shown = { entity: null, kind: 'page' };
  if (entity === null || all.includes('editor')) return page;
  if (all.some((word) => FORM.has(word))) return { entity: entity.name, kind: 'form' };
  if (all.includes('edit') || all.some((word) => RECORD.has(word))) return { entity: entity.name, kind: 'record' };
  if (isSeveral(all, entity)) return { entity: entity.name, kind: 'table' };
  const isBesideAll = others.some(({ title }) => shownByName(reader, words(title), []).entity === entity.name);
  return isBesideAll && entityOf(reader.lexicon(), name) === entity ? { entity: entity.name, kind: 'record' } : page;
}

/** "Clubs", "Club list". */
function isSeveral(all: readonly string[], { name, plural }: KnownEntity): boolean {
  if (all.some((word) => /^(?:list|table|index|overview|all)$/.test(word))) return true;
  const last = all.filter((word) => !GENERIC.has(word)).at(-1);
  return [plural ?? '', pluralOf(name), regularPlural(name)].some((each) => nameWords(each).at(-1) === last);
}

function addressOf(reader: Reader, name: string, { entity, kind }: Shown): string {
  if (entity === null || kind === 'table') return `/${slug(name)}`;
  const plural = reader.lexicon().entities.find((each) => each.name === entity)?.plural ?? regularPlural(entity);
  if (kind === 'form') return `/${slug(plural)}/new`;
  return `/${slug(plural)}/:id${nameWords(name).includes('edit') ? '/edit' : ''}`;
}

const LABEL = /^[*_]{0,2}([\p{L}][\p{L}\p{N} '-]{0,40}?)[*_]{0,2}(?:\s*[:–—][*_]{0,2}\s|\s+-\s|\s*$)/u;
const SCREEN_WORD = /\b(?:screen|page|form|view|list|board|calendar|dashboard|details?)\b/i;

/** Whether each of the items begins with the name of a screen, so that the heading is that of a group. */
function groupsScreens(reader: Reader, blocks: readonly Block[]): boolean {
  const items = blocks.flatMap((block): readonly Item[] => (block.kind === 'list' ? block.items : []));
  const names = items.map(({ text }) => LABEL.exec(text.text)?.[1] ?? '');
  const isScreen = (name: string) =>
    name !== '' && (SCREEN_WORD.test(name) || entityOf(reader.lexicon(), name) !== null);
  return names.length > 1 && names.every(isScreen);
}

/** A part that says by keys of the notation what it shows, with its address as one more of them. */
export function withRoute(under: Part, { routes: [route] }: Head): Part | null {
  const isKeyed = under.blocks.some(
    (block) =>
      block.kind === 'list' &&
      block.items.some(({ text }) => ['Shows', 'As'].includes(keyOf(text, SCREEN_COLUMNS)?.key ?? '')),
  );
  if (!isKeyed || route === undefined) return null;
  const text: Span = { text: `Route: \`${route.address}\``, from: under.title.from };
  return { ...under, blocks: [{ kind: 'list', items: [{ at: text, text, items: [] }] }, ...under.blocks] };
}
