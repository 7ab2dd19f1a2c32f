import type { Diagnostic } from '../model/diagnostic.ts';
import type { Model } from '../model/model.ts';
import type { Point } from '../model/place.ts';
import { say } from './codes.ts';
import { isUnread, UNREAD_HEAD } from './content.ts';
import { joinHelp, quotation } from './liberal/kept.ts';
import { part } from './markdown/span.ts';
import type { Section } from './outline.ts';
import type { Reader } from './reader.ts';

/** What a document says and nobody has read, at the point that it belongs to. */
export interface Unread {
  readonly point: Point;
  /** As it is written. */
  readonly source: string;
}

const ITEM = /^> - (?=\S)/;

/** Reports each line of the quotations that begin with `Not read:`, where `withUnread` has put them. */
export function reportUnread(reader: Reader, sections: readonly Section[]): void {
  for (const { point, blocks, parts } of sections) {
    if (point === null) continue;
    for (const block of [...blocks, ...parts.flatMap((each) => each.blocks)]) {
      if (block.kind !== 'prose' || !isUnread(block.text)) continue;
      let from = 0;
      for (const line of block.text.text.split('\n')) {
        const mark = ITEM.exec(line)?.[0];
        if (mark !== undefined) {
          const said = part(block.text, from + mark.length, from + line.length);
          reader.report(say.stillNotRead(said.text), said, { point });
        }
        from += line.length + 1;
      }
    }
  }
}

/**
 * What is reported as not read in one text and no longer in another that is printed from it: the sign that it was not
 * read is lost, though its words may be kept.
 */
export function forgotten(
  text: string,
  diagnostics: readonly Diagnostic[],
  again: { readonly text: string; readonly diagnostics: readonly Diagnostic[] },
): Unread[] {
  const reported = new Set(unreadIn(again.text, again.diagnostics).map(({ source }) => wordsOf(source)));
  return unreadIn(text, diagnostics).filter(({ source }) => {
    const words = wordsOf(source);
    if (words === '' || reported.has(words)) return false;
    reported.add(words);
    return true;
  });
}

/** The Model with these in the help of their points: a quotation that begins with `Not read:`, a line for each. */
export function withUnread(model: Model, unread: readonly Unread[]): Model {
  const helpOf = (own: Point, help: string): string => {
    const lines = unread.flatMap(({ point, source }) => (point === own ? [quotation(source)] : []));
    if (lines.length === 0) return help;
    const items = lines.map((line) => line.replace(/^> /, '> - '));
    const paragraphs = help.split('\n\n');
    const at = paragraphs.findIndex((paragraph) => isUnread({ text: paragraph, from: 0 }));
    if (at < 0) return joinHelp(...paragraphs, [UNREAD_HEAD, ...items].join('\n'));
    return joinHelp(...paragraphs.with(at, [paragraphs[at], ...items].join('\n')));
  };
  return {
    ...model,
    product: { ...model.product, purpose: helpOf(1, model.product.purpose) },
    points: model.points.map((info) => (info.point === 1 ? info : { ...info, help: helpOf(info.point, info.help) })),
  };
}

function unreadIn(text: string, diagnostics: readonly Diagnostic[]): Unread[] {
  return diagnostics.flatMap(({ code, point, at }) =>
    code === 'not-read' && point !== null ? [{ point, source: text.slice(at.from, at.to) }] : [],
  );
}

/** Signs of Markdown and white space make no difference. */
const wordsOf = (source: string): string => (source.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(' ');
