/** A page beside a check or a code of the reader: why it matters, documents that show it, documents that don't. */
export interface Page {
  readonly title: string;
  readonly reported: readonly Reported[];
  readonly fine: readonly string[];
}

export interface Reported {
  readonly text: string;
  /** Lines, counted from 1, that the page marks between ⟪ and ⟫. */
  readonly lines: readonly number[];
  readonly messages: readonly string[];
}

const HEAD = '# Specification: Page\n\n';

/** Reads a page. A block without a title of its own gets one, so that pages show only what matters. */
export function readPage(markdown: string): Page {
  const [head = '', reported = '', fine = ''] = markdown.split(/^## (?:Reported|Fine)$/m);
  return {
    title: /^# (.+)$/m.exec(head)?.[1] ?? '',
    reported: [...reported.matchAll(/```markdown\n([\s\S]*?)```\n*((?:^> .*\n?)*)/gm)].map((block) => markedUp(block[1] ?? '', block[2] ?? '')),
    fine: [...fine.matchAll(/```markdown\n([\s\S]*?)```/g)].map((block) => whole(block[1] ?? '')),
  };
}

function markedUp(block: string, quotes: string): Reported {
  const text = whole(block);
  const lines = text.split('\n').flatMap((line, index) => [...line.matchAll(/⟪/g)].map(() => index + 1));
  const messages = [...quotes.matchAll(/^> (.*)$/gm)].map((quote) => quote[1] ?? '');
  return { text: text.replaceAll(/[⟪⟫]/g, ''), lines, messages };
}

function whole(block: string): string {
  return block.startsWith('# ') ? block : HEAD + block;
}
