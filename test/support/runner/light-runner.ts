import hooks, { type HookCallbacks } from 'node:async_hooks';

/**
 * Node's runner, which here does not follow every promise to know from which test one came: that took a sixth of the
 * processor's work. For it, an error that nobody awaits is not told to its test: whoever runs tests by this listens
 * for it, with `onStray`. To be called before anything else loads node:test.
 */
export async function lightRunner(): Promise<typeof import('node:test').run> {
  const { createHook } = hooks;
  const followingNothing = (_: HookCallbacks) => createHook({});
  hooks.createHook = followingNothing;
  try {
    return (await import('node:test')).run;
  } finally {
    hooks.createHook = createHook;
  }
}

/** Calls `told` with each error that nobody awaited or caught, whichever test it came from and whether that has ended. */
export function onStray(told: (error: unknown) => void): void {
  process.on('uncaughtException', told);
  process.on('unhandledRejection', told);
}
