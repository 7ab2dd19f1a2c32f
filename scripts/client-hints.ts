import type { Plugin } from 'vite';

/** The hint to Chromium that most functions of a file are called at once. It must be at the beginning of the file. */
const CALLED = '//# allFunctionsCalledOnLoad\n';

/**
 * A plugin that adds the hint to the chunks with these names. Chromium then compiles the whole file on another thread,
 * instead of each function at its first call. Other browsers ignore the comment.
 */
export function calledAtOnce(names: ReadonlySet<string>): Plugin {
  return {
    name: 'called-at-once',
    apply: 'build',
    generateBundle: {
      // After the preload lists were written.
      order: 'post',
      handler: (_options, bundle) => {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && names.has(chunk.name)) chunk.code = CALLED + chunk.code;
      },
    },
  };
}
