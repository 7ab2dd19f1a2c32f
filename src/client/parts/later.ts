import { type ComponentType, createElement, use } from 'react';
import type { Load } from './idle.ts';

/** What came of fetching each part. */
const there = new WeakMap<Load, unknown>();

/** Parts that were needed before they were there. */
const coming = new WeakMap<Load, Promise<unknown>>();

export const isFetched = (load: Load): boolean => there.has(load);

/** Fetches a part of the program, which is drawn at once from then on. */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  const part = await load();
  there.set(load, part);
  return part;
}

type PropsOf<Drawn> = Drawn extends ComponentType<infer Props> ? Props : never;

/**
 * As React's `lazy`, of what a part draws under a name. What was fetched by the time that it is first drawn stands there at
 * once: `lazy` would draw what stands in its place, and leave that for a third of a second.
 */
export function later<Part, Name extends keyof Part>(
  load: () => Promise<Part>,
  name: Name,
): ComponentType<PropsOf<Part[Name]> & object> {
  return function Later(props) {
    const part = (there.get(load) ?? use(needed(load))) as Part;
    return createElement(part[name] as ComponentType<object>, props);
  };
}

function needed(load: Load): Promise<unknown> {
  const known = coming.get(load) ?? fetchPart(load);
  coming.set(load, known);
  return known;
}
