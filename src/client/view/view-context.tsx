import { createContext, type ReactNode, use, useState } from 'react';
import type { View, ViewEntity, ViewScreen } from '../../engine/view/view.ts';
import { type Formatter, formatter } from '../../fields/text/format.ts';
import { type Attribute, type Schema, schemaOf } from '../../model/lookups/schema.ts';
import type { Entity, Screen } from '../../model/types/model.ts';
import { engineTexts } from '../languages/messages.ts';
import { type Go, useGo } from '../platform/location.tsx';
import type { Engine } from './browser-engine.ts';
import { parametersOf, pathOf } from './routes.ts';

/** An entity, as these roles see it. */
export interface EntityInView extends ViewEntity {
  readonly model: Entity;
  /** By name: fields, then states, then built-ins. */
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** The field that holds the title of a record. */
  readonly title: string | null;
}

/** A screen, as these roles see it. `model` is the screen of the Model, with its label, help and `whenEmpty`. */
export interface ScreenInView extends ViewScreen {
  readonly model: Screen;
}

/** Look-ups in the View. Recreated when the document, the person or their roles change. */
export interface ViewContext {
  readonly view: View;
  readonly format: Formatter;
  readonly person: View['person'];
  readonly schema: Schema;
  /** Null if these roles see nothing of it. */
  readonly entity: (name: string) => EntityInView | null;
  readonly attribute: (entity: string, name: string) => Attribute | null;
  readonly screen: (id: string) => ScreenInView | null;
  /** Returns the path of a screen; null if these roles may not open it. */
  readonly routeOf: (screen: string, params?: Readonly<Record<string, string>>) => string | null;
  /** Returns the path of a record's page; null if these roles have none. */
  readonly recordRoute: (entity: string, id: string) => string | null;
  readonly go: Go;
  /**
   * Loads the engine in the browser, with the compiled Model. Loaded once; after a failure, reload the page.
   */
  readonly loadEngine: () => Promise<Engine>;
  /** Returns the engine if it is loaded, else null. */
  readonly loadedEngine: () => Engine | null;
}

/** Loads the engine for a View before something needs it. */
export const loadEngineFor = (view: View): Promise<Engine> => engineFor(view).loadEngine();

/**
 * Loads the engine for the View that replaces another one, if the other's engine is loaded: an open form would be hidden
 * and lose its selection while it waits for the new engine. Never rejects: whatever needs the engine reports a failure.
 */
export async function loadNextEngine(before: View, next: View): Promise<void> {
  if (engineFor(before).loadedEngine() !== null) await loadEngineFor(next).catch(() => undefined);
}

const Context = createContext<ViewContext | null>(null);

export function ViewProvider({ view, children }: { readonly view: View; readonly children: ReactNode }) {
  const go = useGo();
  // Not `useMemo`: a component that suspends is rendered again from scratch, and must find the same promise.
  const [contexts] = useState(() => new WeakMap<View, ViewContext>());
  const value = contexts.get(view) ?? contextFor(view, go);
  contexts.set(view, value);
  return <Context value={value}>{children}</Context>;
}

/** Returns the part of the document that the person may see. */
export function useView(): ViewContext {
  const found = use(Context);
  if (found === null) throw new Error('There is no ViewProvider above this part.');
  return found;
}

/** Creates the context of a View. */
function contextFor(view: View, go: Go): ViewContext {
  const schema = schemaOf(view.model);
  const { language, zone } = view.product;
  const entities = new Map(view.entities.flatMap((each) => entityInView(each, schema)));
  const models = new Map(view.model.screens.map((screen) => [screen.id, screen]));
  const screens = new Map(
    view.screens.flatMap((each) => {
      const model = models.get(each.id);
      return model === undefined ? [] : [[each.id, { ...each, model }] as const];
    }),
  );
  const routeOf: ViewContext['routeOf'] = (id, params) => {
    const found = screens.get(id);
    return found === undefined ? null : pathOf(found.route, params);
  };
  return {
    view,
    format: formatter({ language, zone }, engineTexts.truth),
    person: view.person,
    schema,
    entity: (name) => entities.get(name) ?? null,
    attribute: (entity, name) => schema.entities.get(entity)?.attributes.get(name) ?? null,
    screen: (id) => screens.get(id) ?? null,
    routeOf,
    recordRoute: (entity, id) => {
      const found = view.screens.find(
        (screen) => screen.kind === 'record' && screen.entity === entity && screen.linked === null,
      );
      const [parameter] = found === undefined ? [] : parametersOf(found.route).slice(-1);
      return found === undefined || parameter === undefined ? null : pathOf(found.route, { [parameter]: id });
    },
    go,
    ...engineFor(view),
  };
}

function entityInView(each: ViewEntity, schema: Schema): [string, EntityInView][] {
  const found = schema.entities.get(each.name);
  if (found === undefined) return [];
  return [[each.name, { ...each, model: found.entity, attributes: found.attributes, title: found.title }]];
}

/** One engine per View, outside of React state: React may discard a first render with its state. */
function engineFor(view: View): LazyEngine {
  const make = async () => {
    const { engineOf } = await import('./browser-engine.ts');
    await pause();
    return engineOf(view, engineTexts);
  };
  const found = engines.get(view) ?? lazyEngine(make);
  engines.set(view, found);
  return found;
}

/** Lets waiting tasks run before the next long task. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

type LazyEngine = Pick<ViewContext, 'loadEngine' | 'loadedEngine'>;

const engines = new WeakMap<View, LazyEngine>();

function lazyEngine(make: () => Promise<Engine>): LazyEngine {
  let loading: Promise<Engine> | null = null;
  let loaded: Engine | null = null;
  const load = (): Promise<Engine> => {
    const promise = make().then((engine) => {
      loaded = engine;
      // React reads these properties: a component that uses the loaded engine renders without a fallback.
      Object.assign(promise, { status: 'fulfilled', value: engine });
      return engine;
    });
    return promise;
  };
  return {
    loadEngine: () => {
      loading ??= load();
      return loading;
    },
    loadedEngine: () => loaded,
  };
}
