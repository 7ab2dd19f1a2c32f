import { type ComponentType, createElement, Suspense, use } from 'react';
import type { Load } from './load-when-idle.ts';

/** Modules that have been loaded. */
const there = new WeakMap<Load, unknown>();

/** Loads that a component waits for, and loads that failed. */
const coming = new WeakMap<Load, Promise<Come>>();

type Come = { readonly part: unknown } | { readonly failed: unknown };

export const isFetched = (load: Load): boolean => there.has(load);

/** Loads a module and remembers it: components from it then render synchronously. */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  const part = await load();
  there.set(load, part);
  return part;
}

export type PropsOf<Drawn> = Drawn extends ComponentType<infer Props> ? Props : never;

type Drawing = <Part, Name extends keyof Part>(
  load: () => Promise<Part>,
  name: Name,
  /** Rendered if the module can't be loaded. */
  instead?: ComponentType<PropsOf<Part[Name]>>,
) => ComponentType<PropsOf<Part[Name]> & object>;

/**
 * Like `React.lazy` for the export `name`, but renders synchronously if the module was loaded before. `React.lazy`
 * would show the fallback first, and React keeps a fallback on screen for at least 300 ms.
 */
export const lazyPreloaded: Drawing = (load, name, instead) => (props) => {
  const come = isFetched(load) ? { part: there.get(load) } : use(needed(load));
  if ('failed' in come && instead === undefined) throw come.failed;
  const drawn = 'part' in come ? (come.part as Record<typeof name, unknown>)[name] : instead;
  return createElement(drawn as ComponentType<object>, props);
};

/** Like `lazyPreloaded`, but renders nothing until the module is loaded. */
export const preload: Drawing = (load, name, instead) => {
  const Later = lazyPreloaded(load, name, instead);
  return (props) => createElement(Suspense, null, createElement(Later, props));
};

function needed(load: Load): Promise<Come> {
  const known =
    coming.get(load) ??
    fetchPart(load).then(
      (part) => ({ part }),
      (failed: unknown) => ({ failed }),
    );
  coming.set(load, known);
  return known;
}
