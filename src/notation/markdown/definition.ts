import type { BlockContext, LeafBlock, LeafBlockParser, Line } from '@lezer/markdown';

const LABEL = String.raw`\[(?!\s*\]|\^)(?:[^\\[\]]|\\.){1,999}\]:`;
const TARGET = String.raw`[ \t]*\n?[ \t]*(?:<(?:[^<>\n\\]|\\.)*>|[^\s<][^\s]*)`;
const TITLE = String.raw`(?:[ \t]+|[ \t]*\n[ \t]*)(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\))`;
const BARE = new RegExp(`^${LABEL}${TARGET}[ \\t]*$`, 's');
const TITLED = new RegExp(`^${LABEL}${TARGET}${TITLE}[ \\t]*$`, 's');
const OPENS_TITLE = /^[ \t]*["'(]/;

/** Maximum lines of a definition. */
const MOST_LINES = 4;

/** Parses `[label]: address "title"`, which pages do not show. A label with `^` is a footnote, which pages show. */
export function definitionLeaf(leaf: LeafBlock): LeafBlockParser | null {
  return leaf.content.startsWith('[') && leaf.content.includes(']:') ? new DefinitionLeaf() : null;
}

class DefinitionLeaf implements LeafBlockParser {
  lines = 1;

  nextLine(cx: BlockContext, line: Line, leaf: LeafBlock): boolean {
    this.lines += isLazyContinuation(cx, line) ? MOST_LINES : 1;
    if (this.lines > MOST_LINES) return false;
    const opensTitle = OPENS_TITLE.test(line.text.slice(line.pos));
    return TITLED.test(leaf.content) || (!opensTitle && BARE.test(leaf.content)) ? add(cx, leaf) : false;
  }

  finish(cx: BlockContext, leaf: LeafBlock): boolean {
    if (this.lines > MOST_LINES) return false;
    return BARE.test(leaf.content) || TITLED.test(leaf.content) ? add(cx, leaf) : false;
  }
}

/** Whether the line has fewer marks or spaces before it than its list or quotation requires (a lazy continuation). */
export const isLazyContinuation = (cx: BlockContext, line: Line): boolean =>
  'depth' in line && Number(line.depth) < cx.depth;

function add(cx: BlockContext, leaf: LeafBlock): boolean {
  cx.addLeafElement(leaf, cx.elt('LinkReference', leaf.start, leaf.start + leaf.content.length));
  return true;
}
