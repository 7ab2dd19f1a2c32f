import { type ComponentType, createElement, Suspense, use } from 'react';
import type { Load } from './load-when-idle.ts';

/** Modules that have been loaded. */
const loadedModules = new WeakMap<Load, unknown>();

/** Loads that a component waits for, and loads that failed. */
const pendingLoads = new WeakMap<Load, Promise<LoadResult>>();

type LoadResult = { readonly part: unknown } | { readonly failed: unknown };

export const isLoaded = (load: Load): boolean => loadedModules.has(load);

/** Loads a module and remembers it: components from it then render synchronously. */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  const module = await load();
  loadedModules.set(load, module);
  return module;
}

export type PropsOf<Rendered> = Rendered extends ComponentType<infer Props> ? Props : never;

type LazyPreloaded = <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  /** Rendered if the module can't be loaded. */
  fallback?: ComponentType<PropsOf<Module[Name]>>,
) => ComponentType<PropsOf<Module[Name]> & object>;

/**
 * Like `React.lazy` for the export `name`, but renders synchronously if the module was loaded before. `React.lazy`
 * would show the fallback first, and React keeps a fallback on screen for at least 300 ms.
 */
export const lazyPreloaded: LazyPreloaded = (load, name, fallback) => (props) => {
  const result = isLoaded(load) ? { part: loadedModules.get(load) } : use(awaitLoad(load));
  if ('failed' in result && fallback === undefined) throw result.failed;
  const rendered = 'part' in result ? (result.part as Record<typeof name, unknown>)[name] : fallback;
  return createElement(rendered as ComponentType<object>, props);
};

/** Like `lazyPreloaded`, but renders nothing until the module is loaded. */
export const lazyWithoutFallback: LazyPreloaded = (load, name, fallback) => {
  const Lazy = lazyPreloaded(load, name, fallback);
  return (props) => createElement(Suspense, null, createElement(Lazy, props));
};

function awaitLoad(load: Load): Promise<LoadResult> {
  const pending =
    pendingLoads.get(load) ??
    loadModule(load).then(
      (module) => ({ part: module }),
      (failed: unknown) => ({ failed }),
    );
  pendingLoads.set(load, pending);
  return pending;
}
