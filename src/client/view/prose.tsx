/** Text of the document as paragraphs. A single line break is not a paragraph break. */
export function Prose({ text, className }: { readonly text: string; readonly className?: string }) {
  const paragraphs = text.split(/\n[^\S\n]*\n/).filter((paragraph) => paragraph.trim() !== '');
  return paragraphs.map((paragraph) => (
    <p key={paragraph} className={className}>
      {paragraph.trim()}
    </p>
  ));
}
