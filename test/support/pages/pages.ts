/** A page beside a check or a code of the reader: why it matters, documents that show it, documents that don't. */
export interface Page {
  readonly title: string;
  readonly reported: readonly Reported[];
  readonly fine: readonly string[];
}

export interface Reported {
  readonly text: string;
  /** What the page marks between ⟪ and ⟫, in the order of the text. */
  readonly marks: readonly Mark[];
  readonly messages: readonly string[];
}

/** Offsets in the text, and the line, counted from 1. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

const HEAD = '# Specification: Page\n\n';

/** Reads a page. A block without a title of its own gets one, so that pages show only what matters. */
export function readPage(markdown: string): Page {
  const [head = '', reported = '', fine = ''] = markdown.split(/^## (?:Reported|Fine)$/m);
  const blocks = reported.matchAll(/```markdown\n([\s\S]*?)```\n*((?:^>.*\n?)*)/gm);
  return {
    title: /^# (.+)$/m.exec(head)?.[1] ?? '',
    reported: [...blocks].map((block) => markedUp(block[1] ?? '', block[2] ?? '')),
    fine: [...fine.matchAll(/```markdown\n([\s\S]*?)```/g)].map((block) => whole(block[1] ?? '')),
  };
}

function markedUp(block: string, quotes: string): Reported {
  const marked = whole(block);
  const marks: Mark[] = [];
  let text = '';
  let line = 1;
  for (const part of marked.split(/([⟪⟫\n])/)) {
    if (part === '⟪') marks.push({ from: text.length, to: text.length, line });
    else if (part === '⟫') marks.push({ ...(marks.pop() ?? { from: 0, line }), to: text.length });
    else text += part;
    if (part === '\n') line += 1;
  }
  return { text, marks, messages: [...quotes.matchAll(/^> (.+)$/gm)].map((quote) => quote[1] ?? '') };
}

function whole(block: string): string {
  return block.startsWith('# ') ? block : HEAD + block;
}
