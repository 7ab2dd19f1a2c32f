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
  about: 'Add a person, or let one in again: prints a link to choose a password.',
  options: [...productionOptions],
  more: [
    'Write values as in sample data: ninefold user claims.md ana@example.com "name=Ana Brandt" role=Clerk',
    'The link works once, within a day. Anyone who has it can sign in as that person: share it with care.',
    'If the data is in a folder, stop the server first: only one program can open it at a time.',
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
        io.stderr(added.isNew ? `${signIn} was added.` : `${signIn} already exists and was not changed.`);
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
    if (at < 1) return { problem: `Write values as field=value, not "${part}".` };
    values.set(part.slice(0, at).trim(), part.slice(at + 1).trim());
  }
  return { values };
}
