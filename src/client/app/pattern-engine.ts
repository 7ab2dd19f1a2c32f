import type { compileExpression as compile } from '../../fields/text/pattern-engine.ts';

type Engine = Pick<typeof import('re2js'), 'RE2JS'>;

const loading: { asked: boolean; engine: Engine | null } = { asked: false, engine: null };

/**
 * Replaces `fields/text/pattern-engine.ts` in browsers: loads the engine when a document has a pattern, and returns
 * null until then. A pattern that the server can't use is not usable here either.
 */
export const compileExpression: typeof compile = (source) => {
  const { RE2JS } = loading.engine ?? {};
  if (RE2JS === undefined) {
    load();
    return null;
  }
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source));
  } catch {
    return { problem: 'not usable', part: source };
  }
};

function load(): void {
  if (loading.asked) return;
  loading.asked = true;
  import('re2js').then(
    (engine) => {
      loading.engine = engine;
    },
    () => {
      // Retried with the next text; until then the server decides.
      loading.asked = false;
    },
  );
}
