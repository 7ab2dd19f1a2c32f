import { utf8ToBytes } from '@noble/hashes/utils.js';

/** A small real file, which a sample row names by `(sample)`. */
export interface SampleUpload {
  readonly token: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Returns a sample file with the first supported ending; a PDF if no endings are stated, null if none is supported. */
export function sampleFile(endings: readonly string[]): Omit<SampleUpload, 'token'> | null {
  const wanted = endings.length === 0 ? ['pdf'] : endings;
  for (const ending of wanted) {
    const make = Object.hasOwn(MADE, ending) ? MADE[ending] : undefined;
    if (make !== undefined) return { name: `sample.${ending}`, ...make() };
  }
  return null;
}

type Made = Pick<SampleUpload, 'mediaType' | 'bytes'>;

const MADE: { readonly [ending: string]: () => Made } = {
  pdf: () => ({ mediaType: 'application/pdf', bytes: utf8ToBytes(pdf('Sample')) }),
  png: () => ({ mediaType: 'image/png', bytes: fromBase64(PNG) }),
  gif: () => ({ mediaType: 'image/gif', bytes: fromBase64(GIF) }),
  svg: () => ({
    mediaType: 'image/svg+xml',
    bytes: utf8ToBytes('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'),
  }),
  txt: () => ({ mediaType: 'text/plain', bytes: utf8ToBytes('Sample\n') }),
  csv: () => ({ mediaType: 'text/csv', bytes: utf8ToBytes('name,value\nSample,1\n') }),
  md: () => ({ mediaType: 'text/markdown', bytes: utf8ToBytes('# Sample\n') }),
  json: () => ({ mediaType: 'application/json', bytes: utf8ToBytes('{"sample":true}\n') }),
};

/** Images of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Returns a PDF of one page with one word. */
function pdf(word: string): string {
  const text = `BT /F1 24 Tf 72 720 Td (${word}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = body.length;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}${trailer}`;
}
