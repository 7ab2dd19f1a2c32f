import { defineCommand } from './command.ts';
import { diagnose } from './diagnose.ts';
import { loadDocument } from './document.ts';
import { frameOf, isFinding, lineOf, summaryOf } from './report.ts';

export const command = defineCommand({
  name: 'check',
  usage: '<file>',
  about: 'Says what a document leaves open, contradicts or can’t mean, each with its place and what to do.',
  options: [],
  async run(args, io) {
    const [file = ''] = args.positional;
    const loaded = loadDocument(file, io);
    if ('problem' in loaded) {
      io.stderr(loaded.problem);
      return 2;
    }
    const { diagnostics } = diagnose(loaded.text);
    for (const diagnostic of diagnostics) {
      io.stdout(io.isTTY ? frameOf(file, loaded.text, diagnostic, io.colors) : lineOf(file, diagnostic));
    }
    io.stderr(`${file}: ${summaryOf(diagnostics)}.`);
    return diagnostics.some(isFinding) ? 1 : 0;
  },
});
