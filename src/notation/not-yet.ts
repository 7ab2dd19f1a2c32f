import { questionRoots } from '../expressions/questions.ts';
import { treesWithin } from '../expressions/trees.ts';
import type { Tree } from '../model/formula.ts';
import type { Call, Effect, Field, LimitName, Model, Screen, Transition } from '../model/model.ts';
import type { Element } from '../model/place.ts';

/** Something of the Model that is read and not done yet. */
export interface NotYet {
  readonly element: Element;
  readonly what: string;
}

/** What is not done yet, in words; the ledger names each at what it concerns. */
export const NOT_YET = {
  series: 'number series of lines are not counted, and such a field stays empty',
  several: 'a field of several records or several files cannot be filled in, and stays empty',
  clock:
    'a computed field that reads the clock is worked out when something that it reads is written, and stands so until then',
  shown: 'a field is drawn also while its “shown when” does not hold; a value is refused then',
  writeOnce: 'a write-only field is filled in with a new record and never changed',
  cascade: '“on delete: cascade” keeps the record that it points to from being deleted',
  drawn: 'a list or calendar is drawn as a table',
  boards: 'a board by a field that leads to other records has no columns',
  signIn: 'a screen to sign in on is drawn as a page of prose',
  filters: 'filters and switches of a screen are kept and not drawn, so that it shows all records',
  sections: 'sections of a screen are kept and not drawn',
  links: 'links of a screen are kept and not drawn',
  menu: 'an entry of the menu stands there whether its condition holds or not',
  guarded: 'a screen leads nobody elsewhere: whoever may read what it shows opens it',
  refresh: 'a screen fetches anew when something changes, and not by the clock',
  timers: 'timers (“after …”, “every …”, “when …”, “on …”) do not fire by themselves',
  elsewhere: 'a transition that changes, raises or makes other records is refused',
  questions:
    'a computed field of lines that looks through other records is worked out when its own record is written, and stands so until then',
  warnings: 'a rule that only warns refuses nothing, and its warning is not told',
  limits: 'refreshing is kept and not obeyed',
  query: 'a name in the query of a call that is no field of what it lists is refused',
  shapes: 'a call of a shape of its own takes and gives the fields of its entity',
} as const;

interface Entry {
  readonly what: string;
  readonly in: (model: Model) => readonly Element[];
}

/** All that the notation reads and this version does not do. A release fails while this list is not empty. */
const ENTRIES: readonly Entry[] = [
  {
    what: NOT_YET.drawn,
    in: ({ screens }) => screens.filter(({ kind }) => kind === 'list' || kind === 'calendar'),
  },
  {
    what: NOT_YET.boards,
    in: ({ screens, entities }) => {
      const boards = screens.filter(({ kind }) => kind === 'board');
      const typeOf = ({ entity, by }: Screen) =>
        entities.find(({ name }) => name === entity)?.fields.find(({ name }) => name === by)?.type.kind;
      return boards.filter((screen) => typeOf(screen) === 'reference');
    },
  },
  { what: NOT_YET.signIn, in: ({ screens }) => screens.filter(({ kind }) => kind === 'sign-in') },
  { what: NOT_YET.filters, in: ({ screens }) => screens.filter(({ filters }) => filters.length > 0) },
  { what: NOT_YET.sections, in: ({ screens }) => screens.filter(({ sections }) => sections.length > 0) },
  { what: NOT_YET.links, in: ({ screens }) => screens.filter(({ links }) => links.length > 0) },
  { what: NOT_YET.menu, in: ({ screens }) => screens.filter(({ menu }) => menu !== null && menu.when !== null) },
  {
    what: NOT_YET.guarded,
    in: ({ screens }) =>
      screens.filter(({ guard, otherwise, kind }) => guard !== null || (otherwise !== null && kind !== 'redirect')),
  },
  { what: NOT_YET.refresh, in: ({ screens }) => screens.filter(({ refresh }) => refresh !== null) },
  {
    what: NOT_YET.series,
    in: (model) =>
      model.entities.flatMap((entity) =>
        entity.fields.filter(({ type }) => type.kind === 'number series' && entity.belongsTo !== null),
      ),
  },
  {
    what: NOT_YET.several,
    in: (model) =>
      fields(model).filter(({ type }) => type.kind === 'references' || (type.kind === 'file' && type.several)),
  },
  {
    what: NOT_YET.clock,
    in: (model) => fields(model).filter(({ computed }) => computed !== null && readsClock(computed.tree)),
  },
  {
    what: NOT_YET.shown,
    in: (model) => fields(model).filter(({ shownWhen }) => shownWhen !== null),
  },
  {
    what: NOT_YET.writeOnce,
    in: (model) => fields(model).filter(({ writeOnly }) => writeOnly),
  },
  {
    what: NOT_YET.cascade,
    in: (model) => fields(model).filter(({ onDelete }) => onDelete === 'cascade'),
  },
  {
    what: NOT_YET.timers,
    in: (model) => transitions(model).filter(({ timer }) => timer !== null),
  },
  {
    what: NOT_YET.elsewhere,
    in: (model) => transitions(model).filter(({ effects }) => effects.some(isElsewhere)),
  },
  {
    what: NOT_YET.questions,
    in: ({ entities }) => {
      const names = new Set(entities.map(({ name }) => name));
      const asks = (field: Field) => rootsAsked(field).some((root) => names.has(root));
      const owned = entities.filter(({ belongsTo }) => belongsTo !== null);
      return owned.flatMap((entity) => entity.fields.filter((field) => field.computed !== null && asks(field)));
    },
  },
  {
    what: NOT_YET.warnings,
    in: (model) => model.rules.filter(({ severity }) => severity === 'warning'),
  },
  {
    what: NOT_YET.limits,
    in: (model) => model.limits.filter(({ name, standing }) => standing === 'stated' && UNOBEYED.has(name)),
  },
  {
    what: NOT_YET.query,
    in: (model) => model.calls.filter((call) => hasUnknownQuery(model, call)),
  },
  {
    what: NOT_YET.shapes,
    in: (model) => model.calls.filter((call) => call.does.kind !== 'outside' && hasOwnShape(call)),
  },
];

const UNOBEYED: ReadonlySet<LimitName> = new Set(['refresh']);

const UNDERSTOOD: ReadonlySet<string> = new Set(['filter', 'sort', 'page', 'q', 'limit', 'total']);

/** What of this Model is not done yet, in the order of the points. */
export function notYet(model: Model): NotYet[] {
  return ENTRIES.flatMap(({ what, in: find }) => find(model).map((element) => ({ element, what })));
}

function hasUnknownQuery({ entities, machines }: Model, { does, query }: Call): boolean {
  if (query.length === 0 || does.kind === 'outside') return false;
  const listed = does.kind === 'list' ? does.entity : null;
  const fields = entities.find(({ name }) => name === listed)?.fields.map(({ name }) => name) ?? [];
  const states = machines.filter(({ entity }) => entity === listed).map(({ name }) => name);
  const known = new Set([...fields, ...states, ...(listed === null ? [] : UNDERSTOOD)]);
  return query.some(({ name }) => !known.has(name));
}

function hasOwnShape({ sendsShape, gets }: Call): boolean {
  return sendsShape !== null || gets.trimStart().startsWith('{');
}

function isElsewhere(effect: Effect): boolean {
  return effect.kind === 'raise' || effect.kind === 'create' || (effect.kind === 'set' && effect.on !== null);
}

function readsClock(tree: Tree | null): boolean {
  if (tree === null) return false;
  return (tree.op === 'name' && (tree.name === 'today' || tree.name === 'now')) || treesWithin(tree).some(readsClock);
}

/** By element, since elements stay the same objects from one version of a document to the next. */
const ASKED = new WeakMap<Element, readonly string[]>();

/** What the questions in the formulas of an element are about, whether an entity is called so or not. */
function rootsAsked(element: Element): readonly string[] {
  const known = ASKED.get(element);
  if (known !== undefined) return known;
  const roots = [...treesIn(element)].flatMap(questionRoots);
  ASKED.set(element, roots);
  return roots;
}

function* treesIn(part: unknown): Generator<Tree> {
  if (typeof part !== 'object' || part === null) return;
  if (!('tree' in part)) for (const each of Object.values(part)) yield* treesIn(each);
  else if (part.tree !== null) yield part.tree as Tree;
}

function fields(model: Model): Field[] {
  return model.entities.flatMap((entity) => entity.fields);
}

function transitions(model: Model): Transition[] {
  return model.machines.flatMap((machine) => machine.transitions);
}
