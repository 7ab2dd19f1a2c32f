/** A part of a text; `to` is its URL if it is a link, else null. */
export interface Piece {
  readonly text: string;
  readonly to: string | null;
}

const ADDRESS = /https?:\/\/[^\s<>"“”«»]+/giu;
const TRAILING = /[.,;:!?'’)\]}]+$/u;

/** Splits a text at its http(s) URLs. Punctuation at the end of a URL is not part of the link. */
export function splitAtLinks(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(ADDRESS)) {
    const address = found[0].replace(TRAILING, (marks) => (marks.startsWith(')') && found[0].includes('(') ? ')' : ''));
    if (!isAddress(address)) continue;
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), to: null });
    pieces.push({ text: address, to: address });
    from = found.index + address.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), to: null });
  return pieces;
}

/** Whether a text is an http(s) URL without credentials, which could disguise the host. */
function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' && url.username === '' && url.password === ''
  );
}
