import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { documentFromOpenApi } from '../../import/openapi/document-text.ts';
import { readSourceText } from '../../import/openapi/source-text.ts';
import { openSource } from '../environment/open-source.ts';
import { defineCommand } from '../program/command.ts';
import { reportWrongUse } from '../program/wrong-use.ts';

export const command = defineCommand({
  name: 'import',
  usage: '<what> <file>',
  about: 'Write a document from an OpenAPI 3 file.',
  options: [{ flag: '--out <file>', about: 'Write to this file. Default: standard output.' }],
  more: [
    '  ninefold import openapi openapi.yaml --out orders.md',
    '',
    'The file is JSON or YAML. Points 3, 7 and 8 are written; the others are not shown. What can’t be stated is listed.',
    'Exits with 0 when everything was stated, 1 if something could not be stated, 2 after wrong use.',
  ].join('\n'),
  async run(args, io) {
    const [what = '', file = ''] = args.positional;
    if (what !== 'openapi') return reportWrongUse(io, `“${what}” can’t be imported; openapi can.`);
    const source = await openSource(file, io);
    if ('problem' in source) return reportWrongUse(io, source.problem);
    const read = readSourceText(source.text);
    if ('problem' in read)
      return reportWrongUse(
        io,
        `${file}:${read.line}:${read.column}: This is neither JSON nor YAML: ${read.problem.replace(/[.:]*$/, '.')} Correct it and import again.`,
      );
    const imported = documentFromOpenApi(read.value);
    if (imported === null)
      return reportWrongUse(io, `${file} is not OpenAPI 3: it has no member “openapi” that begins with “3.”.`);
    for (const note of imported.notes) io.stderr(note);
    const out = args.text('out');
    if (out === undefined) io.stdout(imported.text.replace(/\n$/, ''));
    else writeFileSync(resolve(io.cwd, out), imported.text);
    return imported.notes.length === 0 ? 0 : 1;
  },
});
