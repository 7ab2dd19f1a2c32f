import { constantUses } from '../../checks/lookups/constant-uses.ts';
import { contextOf } from '../../checks/runner/run.ts';
import type { Diagnostic } from '../../model/types/diagnostic.ts';
import type { Assumption, Point } from '../../model/types/element.ts';
import type { Call, Model, Screen } from '../../model/types/model.ts';
import { ASSUMPTIONS } from './assumption-texts.ts';
import { notationClosingGap } from './gap-closing-notation.ts';

/** Something that is not shown, and what depends on it. */
export interface Gap {
  readonly finding: Diagnostic;
  /** The screens, roles and calls that it affects, by the names that people know. */
  readonly noticedBy: NoticedBy;
  /** Assumptions that apply until it is shown. */
  readonly assumed: readonly { readonly code: Assumption; readonly about: string; readonly elements: number }[];
  /** What applies until it is shown, in words, with or without an assumption. */
  readonly meanwhile: string;
  /** A template of the missing notation; empty if none can be given. */
  readonly write: string;
}

export interface NoticedBy {
  /** `To approve (/queue)`. */
  readonly screens: readonly string[];
  readonly roles: readonly string[];
  /** `GET /api/claims`. */
  readonly calls: readonly string[];
}

/** Returns the gaps among the diagnostics of a Model with assumptions, in their order. */
export function gapsOf(model: Model, diagnostics: readonly Diagnostic[]): Gap[] {
  const gaps = diagnostics.filter(({ severity }) => severity === 'gap');
  const uses = gaps.some(({ element }) => element?.startsWith('constant/') === true)
    ? constantUses(contextOf(model))
    : new Map<string, ReadonlySet<string>>();
  return gaps.map((finding) => {
    const assumed = assumedFor(model, finding);
    return {
      finding,
      noticedBy: namesOf(
        finding.code === ZONE ? reachOfEverybody(model) : noticedBy(model, finding.element ?? '', uses),
      ),
      assumed,
      meanwhile: assumed.length > 0 ? assumed.map(({ about }) => about).join(' ') : meanwhileOf(finding),
      write: notationClosingGap(model, finding),
    };
  });
}

/** The one gap without an element: the time zone affects everybody. */
const ZONE = 'time-zone-assumed';

const reachOfEverybody = ({ roles }: Model): Reach => ({ ...NOBODY, roles: roles.map(({ name }) => name) });

/** Returns what applies without an assumption. For values that are written as not shown, the reader's text says it. */
function meanwhileOf(finding: Diagnostic): string {
  if (finding.element === 'point/4') return 'Nothing is assumed: no record has a state.';
  if (finding.element === 'point/5')
    return 'Nothing is assumed: a value only has to fit its type and its line in point 3.';
  if (!isOfReader(finding)) return 'Nothing is assumed: what depends on it is refused.';
  const words = finding.next.replace(/, and the gap is listed\.?$/, '');
  return words.endsWith('.') ? words : `Until then: ${words}.`;
}

/** Returns whether `next` says what applies until then, as the reader's gaps do; those of checks say what to do. */
export function isOfReader({ code, next }: Diagnostic): boolean {
  return code === 'not-shown' && !/^(?:Add|Name|State|Write) /.test(next);
}

interface Reach {
  readonly screens: readonly Screen[];
  readonly roles: readonly string[];
  readonly calls: readonly Call[];
}

const NOBODY: Reach = { screens: [], roles: [], calls: [] };

function namesOf({ screens, roles, calls }: Reach): NoticedBy {
  const each = (words: readonly string[]) => [...new Set(words)];
  return {
    screens: each(screens.map(({ name, route }) => (name === route ? route : `${name} (${route})`))),
    roles: each(roles),
    calls: each(calls.map(({ method, path }) => `${method} ${path}`)),
  };
}

function noticedBy(model: Model, element: string, uses: ReadonlyMap<string, ReadonlySet<string>>): Reach {
  const [kind, ...rest] = element.split('/');
  const [first = '', ...names] = rest.map((name) => name.replaceAll('%2F', '/').replaceAll('%25', '%'));
  switch (kind) {
    case 'point':
      return ofPoint(model, Number(first) as Point);
    case 'screen':
    case 'number':
    case 'chart': {
      const screens = model.screens.filter(({ route }) => route === first);
      return {
        screens,
        roles: screens.flatMap(({ roles }) => roles ?? model.roles).map(({ name }) => name),
        calls: [],
      };
    }
    case 'call': {
      const calls = model.calls.filter(({ name }) => name === first);
      return joined(
        calls.map((call) => ({ ...ofEntity(model, 'entity' in call.does ? call.does.entity : ''), calls })),
      );
    }
    case 'permission': {
      const [entity = '', field] = first.split('.');
      const reach = ofEntity(model, entity);
      const role = names[1] ?? '';
      const isOpen = (screen: Screen) => screen.roles === null || screen.roles.some(({ name }) => name === role);
      return { ...reach, roles: [role], screens: field === undefined ? reach.screens.filter(isOpen) : reach.screens };
    }
    case 'rule':
      return ofEntity(model, model.rules.find((rule) => rule.id === element)?.entity ?? '');
    case 'transition':
      return ofTransition(model, first, names);
    case 'constant':
      return joined(
        [...(uses.get(first) ?? [])].map((user) =>
          user.startsWith('constant/') ? NOBODY : noticedBy(model, user, uses),
        ),
      );
    case 'limit':
      return { ...NOBODY, roles: model.roles.map(({ name }) => name) };
    case 'role':
      return { ...NOBODY, roles: [first] };
    case 'error':
      return { ...NOBODY, calls: model.calls.filter(({ errors }) => errors.some(({ name }) => name === first)) };
    default:
      return ofEntity(model, first);
  }
}

function ofEntity(model: Model, entity: string): Reach {
  const owner = model.entities.find(({ name }) => name === entity)?.belongsTo?.name;
  const isMeant = (name: string | null) => name !== null && (name === entity || name === owner);
  const screens = model.screens.filter((screen) => isMeant(screen.entity));
  const granted = model.permissions.filter((cell) => isMeant(cell.entity) && cell.grant.kind === 'yes');
  return {
    screens,
    roles: [
      ...screens.flatMap(({ roles }) => (roles ?? []).map(({ name }) => name)),
      ...granted.map(({ role }) => role),
    ],
    calls: model.calls.filter(({ does }) => 'entity' in does && isMeant(does.entity)),
  };
}

/**
 * Returns the call that raises the event of a transition, the screens of its records, and the roles that may raise it.
 */
function ofTransition(model: Model, entity: string, [machine, , event]: readonly string[]): Reach {
  const reach = ofEntity(model, entity);
  const roles = new Set(model.roles.map(({ name }) => name));
  const who = model.machines
    .filter((each) => each.entity === entity && each.name === machine)
    .flatMap(({ transitions }) => transitions.filter((each) => each.event === event))
    .flatMap((each) => (each.who ?? []).map(({ name }) => name))
    .filter((name) => roles.has(name));
  return {
    screens: reach.screens.filter(({ kind }) => kind !== 'form' && kind !== 'dashboard'),
    roles: who.length > 0 ? who : reach.roles,
    calls: reach.calls.filter(({ does }) => does.kind === 'event' && does.event === event),
  };
}

const CHANGING: ReadonlySet<string> = new Set(['create', 'change', 'event']);

/** Returns what depends on a whole point. */
function ofPoint({ screens, roles, calls }: Model, point: Point): Reach {
  const everyone = roles.map(({ name }) => name);
  switch (point) {
    case 1:
      return NOBODY;
    case 2:
      return { screens, roles: everyone, calls: [] };
    case 4:
      return {
        screens: screens.filter(({ kind }) => kind === 'record' || kind === 'board'),
        roles: everyone,
        calls: [],
      };
    case 5:
      return {
        screens: screens.filter(({ kind }) => kind === 'form' || kind === 'record'),
        roles: everyone,
        calls: calls.filter(({ does }) => CHANGING.has(does.kind)),
      };
    case 7:
    case 8:
      return { screens: [], roles: everyone, calls };
    case 9:
      return {
        screens: screens.filter(({ kind }) => kind === 'table' || kind === 'list'),
        roles: everyone,
        calls: calls.filter(({ does }) => does.kind === 'list'),
      };
    default:
      return { screens, roles: everyone, calls };
  }
}

function joined(all: readonly Reach[]): Reach {
  return {
    screens: all.flatMap(({ screens }) => screens),
    roles: all.flatMap(({ roles }) => roles),
    calls: all.flatMap(({ calls }) => calls),
  };
}

/** Returns the assumptions that replace a point that is not shown; none for a single element. */
function assumedFor(model: Model, { code, element, point }: Diagnostic): Gap['assumed'] {
  if (code === ZONE) return [{ code: 'A-LOCALE', elements: 1, about: ASSUMPTIONS.get('A-LOCALE')?.about ?? '' }];
  if (element === null || !element.startsWith('point/')) return [];
  const { entities, machines, screens, roles, permissions, calls, limits } = model;
  const all = [
    ...screens,
    ...entities,
    ...machines.flatMap(({ transitions }) => transitions),
    ...roles,
    ...permissions,
    ...calls,
    ...limits,
  ];
  const counts = new Map<Assumption, number>();
  for (const each of all) {
    if (each.point === point && each.assumption !== null)
      counts.set(each.assumption, (counts.get(each.assumption) ?? 0) + 1);
  }
  const { language, timeZone } = model.product;
  const locale = [language, timeZone].filter(({ standing }) => standing === 'assumed').length;
  if (point === 1 && locale > 0) counts.set('A-LOCALE', locale);
  if (point === 1 && model.product.offline === null) counts.set('A-OFFLINE', 1);
  if (point === 8) counts.set('A-ERRORS', 0);
  return [...counts].map(([code, elements]) => ({ code, elements, about: ASSUMPTIONS.get(code)?.about ?? '' }));
}
