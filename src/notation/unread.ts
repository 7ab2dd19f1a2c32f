import type { Diagnostic } from '../model/types/diagnostic.ts';
import type { Model } from '../model/types/model.ts';
import type { Element, Point } from '../model/types/place.ts';
import { say } from './codes.ts';
import { isUnread, UNREAD_HEAD } from './content.ts';
import { joinHelp, quotation } from './liberal/kept.ts';
import { gapOf } from './liberal/walk.ts';
import { withPlainEnds } from './line-ends.ts';
import { documentOf } from './markdown/document.ts';
import { part } from './markdown/span.ts';
import type { Section } from './outline.ts';
import { type Reader, words } from './reader.ts';

/** What a document says and nobody has read, at the point that it belongs to. */
export interface Unread {
  readonly point: Point;
  /** As it is written, without its comments. */
  readonly source: string;
}

interface Reading {
  readonly model: Model;
  readonly diagnostics: readonly Diagnostic[];
}

const ITEM = /^> - (?=\S)/;
/** What a line ends with that is a gap. */
const GAP = ': not shown.';
const UNDECIDED = 'It cannot be decided until a line says it.';

/** Reports each line of the quotations that begin with `Not read:`, where `withUnread` has put them. */
export function reportUnread(reader: Reader, text: string, sections: readonly Section[]): void {
  // Most texts have none, and their blocks need not be taken apart for this.
  if (!text.includes(UNREAD_HEAD)) return;
  for (const { point, blocks, parts } of sections) {
    if (point === null) continue;
    for (const block of [...blocks, ...parts.flatMap((each) => each.blocks)]) {
      if (block.kind !== 'prose' || !isUnread(block.text)) continue;
      let from = 0;
      for (const line of block.text.text.split('\n')) {
        const mark = ITEM.exec(line)?.[0];
        if (mark !== undefined) {
          const said = part(block.text, from + mark.length, from + line.length);
          const gap = said.text.endsWith(GAP) ? gapOf(said) : null;
          if (gap === null) reader.report(say.stillNotRead(said.text), said, { point });
          else reader.report(say.notShown(`“${words(gap)}”`, UNDECIDED), gap, { point });
        }
        from += line.length + 1;
      }
    }
  }
}

/**
 * What is reported as not read in one text, or as a gap of no element, and no longer in another that is printed from it:
 * the sign is lost, though the words may be kept.
 */
export function forgotten(text: string, { model, diagnostics }: Reading, again: Reading & { text: string }): Unread[] {
  const reported = new Set(unreadIn(again.text, again).map(({ key }) => key));
  return unreadIn(text, { model, diagnostics }).filter(({ key }) => {
    if (key === '' || reported.has(key)) return false;
    reported.add(key);
    return true;
  });
}

/** The Model with these in the help of their points: a quotation that begins with `Not read:`, a line for each. */
export function withUnread(model: Model, unread: readonly Unread[]): Model {
  const helpOf = (own: Point, help: string): string => {
    const lines = unread.flatMap(({ point, source }) => (point === own ? [quotation(source)] : []));
    if (lines.length === 0) return help;
    const items = lines.map((line) => line.replace(/^> /, '> - '));
    const at = isUnread({ text: help, from: 0 }) ? 0 : help.indexOf(`\n\n${UNREAD_HEAD}\n`);
    if (at < 0) return joinHelp(help, [UNREAD_HEAD, ...items].join('\n'));
    const end = help.indexOf('\n\n', at + 2);
    const to = end < 0 ? help.length : end;
    return [help.slice(0, to), ...items].join('\n') + help.slice(to);
  };
  return {
    ...model,
    product: { ...model.product, purpose: helpOf(1, model.product.purpose) },
    points: model.points.map((info) => (info.point === 1 ? info : { ...info, help: helpOf(info.point, info.help) })),
  };
}

/** `key`: what two that say the same have in common. */
function unreadIn(text: string, { model, diagnostics }: Reading): (Unread & { readonly key: string })[] {
  const held = new Set(elementsOf(model).map(({ at }) => at?.from));
  return diagnostics.flatMap(({ code, point, at, also, element, message }) => {
    if (point === null) return [];
    if (code === 'not-read')
      return [at, ...also].map(({ from, to }) => {
        const source = visible(text.slice(from, to));
        return { point, source, key: wordsOf(source) };
      });
    if (code !== 'not-shown' || element !== null || held.has(at.from)) return [];
    const what = message
      .replace(/ is not shown\.$/, '')
      .replace(/^“(.*)”$/, '$1')
      .replace(/ (?:is|are) not shown$/i, '');
    return [{ point, source: `${what}${GAP}`, key: `gap ${wordsOf(what)}` }];
  });
}

/** A gap that stands where one of these does is one of its own. */
function elementsOf(model: Model): readonly Element[] {
  const { screens, entities, machines, rules, roles, permissions, calls, errors, constants, limits } = model;
  return [screens, entities, machines, rules, roles, permissions, calls, errors, constants, limits].flat();
}

const visible = (source: string): string => documentOf(withPlainEnds(source)).text;

/** Signs of Markdown and white space make no difference. */
const wordsOf = (source: string): string => (source.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(' ');
