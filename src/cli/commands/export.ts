import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { stringify } from 'yaml';
import { compile } from '../../engine/compile/compile.ts';
import type { CompiledModel } from '../../engine/compiled/compiled-model.ts';
import { openApiOf } from '../../export/openapi/document.ts';
import { clientText } from '../../export/typescript/client.ts';
import { assume } from '../../model/defaults/assume.ts';
import { printContract } from '../../notation/print/7-calls.ts';
import { hashOfText } from '../../server/core/document-hash.ts';
import { openModel } from '../environment/open-model.ts';
import { type Args, defineCommand, type Io } from '../program/command.ts';
import { reportWrongUse } from '../program/wrong-use.ts';

export const command = defineCommand({
  name: 'export',
  usage: '<what> <file>',
  about: 'Write the calls of a document as OpenAPI 3.1, or as a client in TypeScript.',
  options: [
    { flag: '--out <file>', about: 'Write to this file. Default: standard output.' },
    { flag: '--format <format>', about: 'json or yaml. Default: what the name of the file ends with, else json.' },
  ],
  more: [
    'What is exported:',
    '',
    '  ninefold export openapi orders.md --out openapi.yaml    with the JSON Schemas of all bodies',
    '  ninefold export client orders.md --out client.ts        one file without dependencies',
    '',
    'Calls that the document does not state are marked with the tag Assumed.',
    'Exits with 0 when written, 2 after wrong use.',
  ].join('\n'),
  async run(args, io) {
    const [what = '', file = ''] = args.positional;
    const format = formatOf(args);
    if (what !== 'openapi' && what !== 'client')
      return reportWrongUse(io, `“${what}” can’t be exported; openapi and client can.`);
    if (format === null) return reportWrongUse(io, 'The format is json or yaml.');
    const opened = await openModel(file, io);
    if ('problem' in opened) return reportWrongUse(io, opened.problem);
    const compiled = compile(assume(opened.model), hashOfText(opened.text));
    return write(args, io, what === 'client' ? clientText(openApiOf(compiled)) : textOf(compiled, format));
  },
});

type Format = 'json' | 'yaml';

function formatOf(args: Args): Format | null {
  const stated = args.text('format');
  if (stated === undefined) return /\.ya?ml$/i.test(args.text('out') ?? '') ? 'yaml' : 'json';
  return stated === 'json' || stated === 'yaml' ? stated : null;
}

/** Text that YAML 1.1 reads as something else, such as `no` and `1_000`, is quoted; nothing is folded or an alias. */
const YAML = { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' } as const;

function textOf(compiled: CompiledModel, format: Format): string {
  const document = openApiOf(compiled, printContract(compiled.model));
  return format === 'yaml' ? stringify(document, YAML) : `${JSON.stringify(document, null, 2)}\n`;
}

function write(args: Args, io: Io, text: string): number {
  const out = args.text('out');
  if (out === undefined) io.stdout(text.replace(/\n$/, ''));
  else writeFileSync(resolve(io.cwd, out), text);
  return 0;
}
