import type { Plugin } from 'vite';

/** How Chromium is told that nearly all of a file is called as soon as it is there; it stands before everything else in it. */
const CALLED = '//# allFunctionsCalledOnLoad\n';

/**
 * A plugin that says of the chunks of these names that they are called at once: Chromium then compiles them whole beside the
 * page's own thread, where it would else compile each function when it is first called. Other browsers read a comment.
 */
export function calledAtOnce(names: ReadonlySet<string>): Plugin {
  return {
    name: 'called-at-once',
    apply: 'build',
    generateBundle: {
      // Once it stands there what is fetched along with what.
      order: 'post',
      handler: (_options, bundle) => {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && names.has(chunk.name)) chunk.code = CALLED + chunk.code;
      },
    },
  };
}
