import type { Plugin } from 'vite';

/** Leaves what only documentation, tests and `verify` read of field types out of the client. */
export const withoutSamples: Plugin = {
  name: 'without-samples',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/fields\/types\/[\w-]+\.ts$/ },
    handler: (file) =>
      file
        .replace(/\n {2}samples: \[\n[\s\S]*?\n {2}\],\n/, '\n  samples: [],\n')
        .replace(/\n {2}about:\s*(['"`])[^\n]*\1,\n/, "\n  about: '',\n"),
  },
};
