/** Prose of the document: its paragraphs, as text. A single line break in the document is none. */
export function Prose({ text, className }: { readonly text: string; readonly className?: string }) {
  const paragraphs = text.split(/\n[^\S\n]*\n/).filter((paragraph) => paragraph.trim() !== '');
  return paragraphs.map((paragraph) => (
    <p key={paragraph} className={className}>
      {paragraph.trim()}
    </p>
  ));
}
