import { whyNotStart } from '../server/start.ts';
import { defineCommand } from './command.ts';
import { diagnose } from './diagnose.ts';
import { loadDocument } from './document.ts';

export const command = defineCommand({
  name: 'start',
  usage: '<file>',
  about: 'Runs a document in production; refuses while the document does not say who may do what.',
  options: [],
  async run(args, io) {
    const [file = ''] = args.positional;
    const loaded = await loadDocument(file, io);
    if ('problem' in loaded) {
      io.stderr(loaded.problem);
      return 2;
    }
    const { model, diagnostics } = diagnose(loaded.text);
    for (const reason of whyNotStart(model, diagnostics)) io.stderr(`${file}: ${reason}`);
    return 1;
  },
});
