import { createContext, type ReactNode, use, useState } from 'react';
import type { View, ViewEntity, ViewScreen } from '../../engine/view/view.ts';
import { type Formatter, formatter } from '../../fields/text/format.ts';
import { type Attribute, type Schema, schemaOf } from '../../model/lookups/schema.ts';
import type { Entity, Screen } from '../../model/types/model.ts';
import { spoken } from '../languages/spoken.ts';
import type { Engine } from './engine.ts';
import { type Go, useGo } from './location.tsx';
import { parametersOf, pathOf } from './routes.ts';

/** An entity as these roles see it. */
export interface EntityInView extends ViewEntity {
  readonly model: Entity;
  /** By name: fields, then states, then built-ins. */
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** The field people know a record by. */
  readonly title: string | null;
}

/** A screen as these roles see it; `model` is the stated one, with its label, help and `whenEmpty`. */
export interface ScreenInView extends ViewScreen {
  readonly model: Screen;
}

/** All that a part needs of the document, ready to look up. Made anew when the document, the person or their roles change. */
export interface ViewContext {
  readonly view: View;
  readonly format: Formatter;
  readonly person: View['person'];
  readonly schema: Schema;
  /** Null: these roles see nothing of it. */
  readonly entity: (name: string) => EntityInView | null;
  readonly attribute: (entity: string, name: string) => Attribute | null;
  readonly screen: (id: string) => ScreenInView | null;
  /** The path of a screen; null where these roles don't open it. */
  readonly routeOf: (screen: string, params?: Readonly<Record<string, string>>) => string | null;
  /** The path of a record's own screen; null where there is none for these roles. */
  readonly recordRoute: (entity: string, id: string) => string | null;
  readonly go: Go;
  /** The engine in the browser, with the Model compiled. Loaded when first asked for, and again where it could not be. */
  readonly loadEngine: () => Promise<Engine>;
  /** The same where it is there; null: not yet. */
  readonly engineHere: () => Engine | null;
}

const Context = createContext<ViewContext | null>(null);

export function ViewProvider({ view, children }: { readonly view: View; readonly children: ReactNode }) {
  const go = useGo();
  // Not a memo: what waits for the Model to be compiled is drawn again from the start, and must find the same promise.
  const [made] = useState(() => new WeakMap<View, ViewContext>());
  const value = made.get(view) ?? contextFor(view, go);
  made.set(view, value);
  return <Context value={value}>{children}</Context>;
}

/** What the person may see of the document. */
export function useView(): ViewContext {
  const found = use(Context);
  if (found === null) throw new Error('There is no ViewProvider above this part.');
  return found;
}

/** The context of a View; exported for tests and for whoever draws without a page. */
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
    format: formatter({ language, zone }),
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

/** One for each View, whatever context asks: React may throw away a first drawing, its contexts with it. */
function engineFor(view: View): Loaded {
  const make = async () => {
    const { engineOf } = await import('./engine.ts');
    await pause();
    return engineOf(view, spoken?.engine);
  };
  const found = engines.get(view) ?? loadedOnce(make);
  engines.set(view, found);
  return found;
}

/** What was waiting goes before the next long work. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

type Loaded = Pick<ViewContext, 'loadEngine' | 'engineHere'>;

const engines = new WeakMap<View, Loaded>();

function loadedOnce(make: () => Promise<Engine>): Loaded {
  let asked: Promise<Engine> | null = null;
  let here: Engine | null = null;
  const load = async () => {
    try {
      here = await make();
      return here;
    } finally {
      if (here === null) asked = null;
    }
  };
  const ask = () => {
    asked ??= load();
    return asked;
  };
  return { loadEngine: ask, engineHere: () => here };
}
