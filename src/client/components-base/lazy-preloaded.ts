import { type ComponentType, createElement, Suspense, use } from 'react';
import type { Load } from './load-when-idle.ts';

/** What came of fetching each part. */
const there = new WeakMap<Load, unknown>();

/** Parts that were needed before they were there, or why they did not come. */
const coming = new WeakMap<Load, Promise<Come>>();

type Come = { readonly part: unknown } | { readonly failed: unknown };

export const isFetched = (load: Load): boolean => there.has(load);

/** Fetches a part of the program, which is drawn at once from then on. */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  const part = await load();
  there.set(load, part);
  return part;
}

export type PropsOf<Drawn> = Drawn extends ComponentType<infer Props> ? Props : never;

type Drawing = <Part, Name extends keyof Part>(
  load: () => Promise<Part>,
  name: Name,
  /** Stands in its place where it can't be fetched. */
  instead?: ComponentType<PropsOf<Part[Name]>>,
) => ComponentType<PropsOf<Part[Name]> & object>;

/**
 * As React's `lazy`, of what a part draws under a name. What was fetched by the time that it is first drawn stands there at
 * once: `lazy` would draw what stands in its place, and leave that for a third of a second.
 */
export const lazyPreloaded: Drawing = (load, name, instead) => (props) => {
  const come = isFetched(load) ? { part: there.get(load) } : use(needed(load));
  if ('failed' in come && instead === undefined) throw come.failed;
  const drawn = 'part' in come ? (come.part as Record<typeof name, unknown>)[name] : instead;
  return createElement(drawn as ComponentType<object>, props);
};

/** The same where nothing stands until it is there. */
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
