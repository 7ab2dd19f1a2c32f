// Generates the parser of expressions from its grammar: `npm run grammar`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildParserFile } from '@lezer/generator';

const folder = join(import.meta.dirname, '..', 'src', 'expressions', 'grammar');
const output = join(folder, 'parser.ts');

/** Returns the text of the generated parser without writing it. */
export function grammarFile(): { readonly path: string; readonly text: string } {
  const source = readFileSync(join(folder, 'expression.grammar'), 'utf8');
  const { parser } = buildParserFile(source, {
    fileName: 'expression.grammar',
    typeScript: true,
    warn: (message) => {
      throw new Error(message);
    },
  });
  const code = parser.replace(/^.*\n/, '');
  return {
    path: output,
    text: `// @generated from expression.grammar by scripts/grammar.ts: \`npm run grammar\`.\n${code}`,
  };
}

if (import.meta.main) {
  const { path, text } = grammarFile();
  writeFileSync(path, text);
}
