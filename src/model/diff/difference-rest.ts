import type { Constant, Model, Rule, Screen } from '../types/model.ts';
import {
  type About,
  added,
  type Change,
  changed,
  orderChange,
  type Part,
  propertyChanges,
  removed,
  type Saying,
} from './difference-change.ts';
import { conditionChange } from './difference-conditions.ts';
import { matched } from './difference-match.ts';
import { tableChange } from './difference-parts.ts';
import { doesWords, meaning, means, shown } from './difference-words.ts';

const NOWHERE: Part = { at: null };

/** The name of the document and what stands before point 1. */
export function documentChanges(old: Model, now: Model): Change[] {
  const about: About = { point: null, what: 'document', subject: 'The document' };
  const pair = { old: NOWHERE, now: NOWHERE };
  const name = {
    property: 'name',
    before: old.name,
    after: now.name,
    message: `The document is called ${shown(now.name)} now (before: ${shown(old.name)}).`,
  };
  return [
    ...(old.name === now.name ? [] : [changed(about, pair, name)]),
    ...(old.intro === now.intro
      ? []
      : [changed(about, pair, { property: 'intro', message: 'The prose before point 1 changes.' })]),
  ];
}

export function pointChanges(old: Model, now: Model): Change[] {
  return matched(old.points, now.points, [({ id }) => id]).flatMap((pair) => {
    if (pair.old === null || pair.now === null) return [];
    const about: About = { point: pair.now.point, what: 'point', subject: `Point ${pair.now.point}` };
    return propertyChanges(about, pair.old, pair.now, {
      standing: (_, after) =>
        `${about.subject} is ${after.standing === 'stated' ? 'stated now' : 'not shown any more'}.`,
    });
  });
}

export function productChanges(old: Model, now: Model): Change[] {
  const about: About = { point: 1, what: 'product', subject: 'The product' };
  const part = ({ product }: Model) => ({ ...product, at: null });
  return propertyChanges(about, part(old), part(now), {
    purpose: () => 'The purpose is described otherwise.',
    offline: ({ offline: before }, { offline: after }) => {
      const keeps = (each: typeof after) => (each ?? 'yes') === 'yes';
      if (keeps(before) === keeps(after)) return '';
      return keeps(after)
        ? 'Devices keep what people read now, to be read without a connection.'
        : 'Devices keep nothing any more that could be read without a connection.';
    },
  });
}

/** Elements of one kind, by their keys, with a sentence where an element needs one. */
function listChanges<T extends Part & object>(
  old: readonly T[],
  now: readonly T[],
  kind: {
    readonly about: (each: T) => About;
    readonly all: string;
    readonly keys: readonly ((each: T) => string)[];
    readonly sayings?: (old: T, now: T, about: About) => Saying<T>;
    readonly extra?: (old: T, now: T, about: About) => Change[];
  },
): Change[] {
  const changes = matched(old, now, kind.keys).flatMap(({ old: before, now: after }) => {
    if (after === null) return before === null ? [] : [removed(kind.about(before), before)];
    const about = kind.about(after);
    if (before === null) return [added(about, after)];
    return [
      ...(kind.extra?.(before, after, about) ?? []),
      ...propertyChanges(about, before, after, kind.sayings?.(before, after, about)),
    ];
  });
  const first = kind.keys[0] ?? meaning;
  const sample = now[0] ?? old[0];
  const order =
    sample === undefined
      ? []
      : orderChange({ ...kind.about(sample), subject: kind.all }, old.map(first), now.map(first), 'they');
  return [...changes, ...order];
}

export function screenChanges(old: Model, now: Model): Change[] {
  return listChanges(old.screens, now.screens, {
    about: ({ name, route }) => ({
      point: 2,
      what: 'screen',
      subject: `The screen ${name === route ? route : `${name} (${route})`}`,
    }),
    all: 'Screens',
    keys: [({ route }) => route, ({ name }) => name],
    sayings: (_, __, { subject }) => ({
      standing: null,
      route: (before, _after) => `${subject} has another address (before: ${before.route}).`,
      label: (before, after) => `${subject}: its name is ${shown(after.label)} now (before: ${shown(before.label)}).`,
      roles: null,
      otherwise: (before, after) => {
        const how = after.kind === 'redirect' ? 'leads to' : 'leads whoever may not open it to';
        return `${subject} ${how} ${leading(after)} now (before: ${leading(before)}).`;
      },
      ...offeredSayings(subject),
      filter: (before, after) => `${subject} shows ${records(after)} now (before: ${records(before)}).`,
    }),
    extra: (before, after, about) => audienceChanges(before, after, about),
  });
}

/** What a screen offers by itself unless a line says otherwise, each as what follows “whether”. */
const OFFERED = {
  exported: 'its rows may be had as a file',
  imported: 'records are made there from a file',
  trash: 'deleted records are found from there',
  inline: 'fields are changed in its rows',
  presence: 'people see one another there',
  duplicated: 'a record may be duplicated there',
  related: 'a record lists there what refers to it',
  comments: 'people write comments there',
} as const satisfies { readonly [K in keyof Screen]?: string };

function offeredSayings(subject: string): Saying<Screen> {
  const sayings = (Object.keys(OFFERED) as (keyof typeof OFFERED)[]).map((property) => {
    const say = (before: Screen, after: Screen) => {
      const [was, is] = [before, after].map((screen) => screen[property] ?? 'not stated');
      return `${subject}: whether ${OFFERED[property]}: ${is} now (before: ${was}).`;
    };
    return [property, say] as const;
  });
  return Object.fromEntries(sayings);
}

const leading = ({ otherwise }: Screen) => (otherwise === null ? 'where they begin' : shown(otherwise));

const records = ({ entity, filter }: Screen) =>
  `${entity ?? 'nothing'}${filter === null ? '' : ` where \`${filter.text}\``}`;

function audienceChanges(old: Screen, now: Screen, about: About): Change[] {
  if (means(old.roles, now.roles)) return [];
  const pair = { old, now };
  const values = { property: 'roles', before: audience(old), after: audience(now) };
  const [was, is] = [old.roles ?? [], now.roles ?? []].map((roles) => new Set(roles.map(({ name }) => name)));
  const isList = old.roles !== null && now.roles !== null && old.roles.length > 0 && now.roles.length > 0;
  const gained = (now.roles ?? []).filter(({ name }) => was?.has(name) === false);
  const lost = (old.roles ?? []).filter(({ name }) => is?.has(name) === false);
  if (!isList || gained.length + lost.length === 0)
    return [
      changed(about, pair, {
        ...values,
        message: `${about.subject} is for ${values.after} now (before: ${values.before}).`,
      }),
    ];
  return [
    ...gained.map(({ name }) =>
      changed(about, pair, { ...values, kind: 'widened', message: `${name} may now open ${small(about.subject)}.` }),
    ),
    ...lost.map(({ name }) =>
      changed(about, pair, {
        ...values,
        kind: 'narrowed',
        message: `${name} may no longer open ${small(about.subject)}.`,
      }),
    ),
  ];
}

const audience = ({ roles }: Screen) =>
  roles === null ? 'not shown' : roles.length === 0 ? 'everyone who signs in' : shown(roles);
const small = (text: string) => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

export function ruleChanges(old: Model, now: Model): Change[] {
  return listChanges(old.rules, now.rules, {
    about: ({ name, entity }) => ({ point: 5, what: 'rule', subject: `The rule ${name} on ${entity}` }),
    all: 'Rules',
    keys: [({ name }) => name, ({ entity, condition }) => meaning([entity, condition])],
    sayings: () => ({ standing: null, condition: null }),
    extra: ruleChange,
  });
}

/** A rule that lets more through widens what people may do. */
function ruleChange(old: Rule, now: Rule, about: About): Change[] {
  const called = {
    property: 'name',
    before: old.name,
    after: now.name,
    message: `The rule ${old.name} is called ${now.name} now.`,
  };
  const change = conditionOf(old) === conditionOf(now) ? null : conditionChange(old.condition, now.condition);
  const values = { property: 'condition', before: conditionOf(old), after: conditionOf(now) };
  const isShown = old.condition !== null && now.condition !== null;
  const words = { widened: 'asks less', narrowed: 'asks more', changed: 'asks something else' };
  const kind = isShown ? (change?.kind ?? 'changed') : 'changed';
  return [
    ...(old.name === now.name ? [] : [changed(about, { old, now }, { ...called, kind: 'renamed' })]),
    ...(change === null
      ? []
      : [
          changed(
            about,
            { old, now },
            { ...values, kind, message: `${about.subject} ${words[kind]}: ${values.before} → ${values.after}.` },
          ),
        ]),
  ];
}

const conditionOf = ({ condition }: Rule) => (condition === null ? 'not shown' : `\`${condition.text}\``);

export function callChanges(old: Model, now: Model): Change[] {
  return listChanges(old.calls, now.calls, {
    about: ({ name, method, path }) => ({ point: 7, what: 'call', subject: `The call ${name} (${method} ${path})` }),
    all: 'Calls',
    keys: [
      ({ name, method, path }) => meaning([name, method, path]),
      ({ method, path }) => meaning([method, path]),
      ({ name }) => name,
    ],
    sayings: (_, __, { subject }) => ({
      standing: null,
      method: (before) => `${subject} is made otherwise (before: ${before.method} ${before.path}).`,
      does: (before, after) => `${subject}: does ${doesWords(before.does)} → ${doesWords(after.does)}.`,
      path: (before, after) =>
        before.method === after.method ? `${subject} has another path (before: ${before.path}).` : null,
    }),
  });
}

export function errorChanges(old: Model, now: Model): Change[] {
  return listChanges(old.errors, now.errors, {
    about: ({ code }) => ({ point: 8, what: 'error', subject: `The error ${code}` }),
    all: 'Errors',
    keys: [({ code }) => code],
    sayings: () => ({ standing: null }),
  });
}

export function constantChanges(old: Model, now: Model): Change[] {
  return listChanges(old.constants, now.constants, {
    about: ({ name }) => ({ point: 9, what: 'constant', subject: name }),
    all: 'Constants',
    keys: [({ name }) => name],
    sayings: (_, __, { subject }) => ({
      value: (before, after) => `${subject}: ${valueWords(before)} → ${valueWords(after)}.`,
      table: (before, after) => `${subject}: ${tableChange(before.table, after.table)}.`,
    }),
  });
}

function valueWords({ value, environment, table }: Constant): string {
  if (value !== null) return value.text;
  if (environment !== null) return `from environment ${environment}`;
  return table === null ? 'not shown' : 'a table of values';
}

export function limitChanges(old: Model, now: Model): Change[] {
  return listChanges(old.limits, now.limits, {
    about: ({ name }) => ({ point: 9, what: 'limit', subject: `The limit ${name}` }),
    all: 'Limits',
    keys: [({ name }) => name],
  });
}

export function sampleChanges(old: Model, now: Model): Change[] {
  return listChanges(old.samples, now.samples, {
    about: ({ entity }) => ({ point: null, what: 'sample', subject: `Sample data of ${entity}` }),
    all: 'Sample data',
    keys: [({ entity }) => entity],
    sayings: (_, __, { subject }) => ({
      rows: (before, after) =>
        before.rows.length === after.rows.length
          ? `${subject}: its rows change.`
          : `${subject}: ${before.rows.length} → ${after.rows.length} rows.`,
    }),
  });
}

export function translationChanges(old: Model, now: Model): Change[] {
  const [before, after] = [textsOf(old), textsOf(now)];
  return listChanges(before, after, {
    about: ({ text }) => ({ point: null, what: 'translation', subject: `The translation of ${shown(text)}` }),
    all: 'Translations',
    keys: [({ text }) => text],
    sayings: (_, __, { subject }) => ({ words: () => `${subject}: its words change.` }),
  });
}

/** Each text with its translations by language, in whichever order the columns stand. */
const textsOf = ({ translations: { languages, texts } }: Model) =>
  texts.map(({ text, at, translated }) => ({
    text,
    at,
    words: Object.fromEntries(
      languages
        .map(({ tag }, index) => [tag, translated[index]?.text ?? ''] as const)
        .filter(([, each]) => each !== '')
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
  }));

export function appendixChanges(old: Model, now: Model): Change[] {
  return listChanges(old.appendices, now.appendices, {
    about: ({ title }) => ({ point: null, what: 'appendix', subject: `The appendix ${shown(title)}` }),
    all: 'Appendices',
    keys: [({ title }) => title],
    sayings: (_, __, { subject }) => ({ text: () => `${subject}: its text changes.` }),
  });
}
