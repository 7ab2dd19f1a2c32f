import { addPerson } from '../../server/auth/add-person.ts';
import { createRuntime } from '../../server/runtime/runtime.ts';
import { StoreError } from '../../store/core/store-error.ts';
import { diagnose } from '../analysis/diagnose.ts';
import { DEFAULT_PORT } from '../environment/choose-port.ts';
import { loadDocument } from '../environment/open-document.ts';
import { openProduction, originOf, productionOptions } from '../environment/production-options.ts';
import { defineCommand } from '../program/command.ts';
import { reportWrongUse } from '../program/wrong-use.ts';

export const command = defineCommand({
  name: 'user',
  usesData: true,
  usage: '<file> <sign-in> [...field=value]',
  about:
    'Makes a person of the product that a document describes, or lets one in again: prints a link to choose a password.',
  options: [...productionOptions],
  more: [
    'The values are written as in sample data: ninefold user claims.md ana@example.com "name=Ana Brandt" role=Clerk',
    'The link holds for a day, once. Whoever has it is let in as that person: hand it over with care.',
    'With the data in a folder, stop the server first: one program at a time has it open.',
  ].join('\n'),
  async run(args, io) {
    const [file = '', signIn = '', ...rest] = args.positional;
    const values = valuesIn(rest);
    if ('problem' in values) return reportWrongUse(io, values.problem);
    const loaded = await loadDocument(file, io);
    if ('problem' in loaded) return reportWrongUse(io, loaded.problem);
    const origin = originOf(args, io);
    if ('problem' in origin) return reportWrongUse(io, origin.problem);
    try {
      const store = await openProduction(loaded.path, args, io);
      try {
        const clock = () => Date.now();
        const runtime = await createRuntime({
          text: loaded.text,
          store,
          dev: false,
          clock,
          read: diagnose,
          environment: (name) => io.env[name],
        });
        const added = await addPerson(
          runtime,
          origin.origin ?? `http://127.0.0.1:${DEFAULT_PORT}`,
          signIn,
          values.values,
        );
        await runtime.close();
        if (!added.added) {
          for (const problem of added.problems) io.stderr(problem);
          return 1;
        }
        io.stderr(added.isNew ? `${signIn} is there now.` : `${signIn} was there already, and is as before.`);
        io.stdout(added.link);
        return 0;
      } finally {
        await store.close();
      }
    } catch (error) {
      if (error instanceof StoreError) return reportWrongUse(io, error.message);
      throw error;
    }
  },
});

function valuesIn(parts: readonly string[]): { values: ReadonlyMap<string, string> } | { problem: string } {
  const values = new Map<string, string>();
  for (const part of parts) {
    const at = part.indexOf('=');
    if (at < 1) return { problem: `A value is written as field=value, not "${part}".` };
    values.set(part.slice(0, at).trim(), part.slice(at + 1).trim());
  }
  return { values };
}
