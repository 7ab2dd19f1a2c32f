/** A piece of a text, and where it leads if it is the address of a page. */
export interface Piece {
  readonly text: string;
  readonly to: string | null;
}

const ADDRESS = /https?:\/\/[^\s<>"“”«»]+/giu;
const BEHIND = /[.,;:!?'’)\]}]+$/u;

/** Addresses of pages become links, without the mark that ends the sentence; nothing else does. */
export function piecesWithLinks(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(ADDRESS)) {
    const address = found[0].replace(BEHIND, (marks) => (marks.startsWith(')') && found[0].includes('(') ? ')' : ''));
    if (!isAddress(address)) continue;
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), to: null });
    pieces.push({ text: address, to: address });
    from = found.index + address.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), to: null });
  return pieces;
}

/** With a name and a password in it an address shows another place than it leads to. */
function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' && url.username === '' && url.password === ''
  );
}
