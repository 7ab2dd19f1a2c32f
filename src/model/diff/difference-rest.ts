import type { Constant, Model, Rule, Screen } from '../types/model.ts';
import {
  added,
  type Change,
  type ChangeSubject,
  changed,
  orderChange,
  type Part,
  type PropertySentences,
  propertyChanges,
  removed,
} from './difference-change.ts';
import { conditionChange } from './difference-conditions.ts';
import { pairElements } from './difference-match.ts';
import { tableChange } from './difference-parts.ts';
import { doesWords, haveSameMeaning, meaningKey, valueWords } from './difference-words.ts';

const NOWHERE: Part = { at: null };

/** Returns the changes of the document's name and of the prose before point 1. */
export function documentChanges(old: Model, now: Model): Change[] {
  const about: ChangeSubject = { point: null, what: 'document', subject: 'The document' };
  const pair = { old: NOWHERE, now: NOWHERE };
  const name = {
    property: 'name',
    before: old.name,
    after: now.name,
    message: `The document is called ${valueWords(now.name)} now (before: ${valueWords(old.name)}).`,
  };
  return [
    ...(old.name === now.name ? [] : [changed(about, pair, name)]),
    ...(old.intro === now.intro
      ? []
      : [changed(about, pair, { property: 'intro', message: 'The text before point 1 changes.' })]),
  ];
}

export function pointChanges(old: Model, now: Model): Change[] {
  return pairElements(old.points, now.points, [({ id }) => id]).flatMap((pair) => {
    if (pair.old === null || pair.now === null) return [];
    const about: ChangeSubject = { point: pair.now.point, what: 'point', subject: `Point ${pair.now.point}` };
    return propertyChanges(about, pair.old, pair.now, {
      standing: (_, after) =>
        `${about.subject} is ${after.standing === 'stated' ? 'stated now' : 'not shown any more'}.`,
    });
  });
}

export function productChanges(old: Model, now: Model): Change[] {
  const about: ChangeSubject = { point: 1, what: 'product', subject: 'The product' };
  const part = ({ product }: Model) => ({ ...product, at: null });
  return propertyChanges(about, part(old), part(now), {
    purpose: () => 'The description of the purpose changes.',
    offline: ({ offline: before }, { offline: after }) => {
      const isOffline = (each: typeof after) => (each ?? 'yes') === 'yes';
      if (isOffline(before) === isOffline(after)) return '';
      return isOffline(after)
        ? 'Devices now store what people read, for use without a connection.'
        : 'Devices no longer store anything for use without a connection.';
    },
  });
}

/** Returns the changes of all elements of one kind, paired by `keys`. `sayings` has sentences for single properties. */
function listChanges<T extends Part & object>(
  old: readonly T[],
  now: readonly T[],
  kind: {
    readonly about: (each: T) => ChangeSubject;
    readonly all: string;
    readonly keys: readonly ((each: T) => string)[];
    readonly sayings?: (old: T, now: T, about: ChangeSubject) => PropertySentences<T>;
    readonly extra?: (old: T, now: T, about: ChangeSubject) => Change[];
  },
): Change[] {
  const changes = pairElements(old, now, kind.keys).flatMap(({ old: before, now: after }) => {
    if (after === null) return before === null ? [] : [removed(kind.about(before), before)];
    const about = kind.about(after);
    if (before === null) return [added(about, after)];
    return [
      ...(kind.extra?.(before, after, about) ?? []),
      ...propertyChanges(about, before, after, kind.sayings?.(before, after, about)),
    ];
  });
  const first = kind.keys[0] ?? meaningKey;
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
      route: (before, _after) => `${subject} has a different address (before: ${before.route}).`,
      label: (before, after) =>
        `${subject}: its name is ${valueWords(after.label)} now (before: ${valueWords(before.label)}).`,
      roles: null,
      otherwise: (before, after) => {
        const how = after.kind === 'redirect' ? 'leads to' : 'redirects people who may not open it to';
        return `${subject} ${how} ${leading(after)} now (before: ${leading(before)}).`;
      },
      ...offeredSentences(subject),
      filter: (before, after) => `${subject} shows ${records(after)} now (before: ${records(before)}).`,
    }),
    extra: (before, after, about) => audienceChanges(before, after, about),
  });
}

/** Features that a screen offers by default, each in words that follow “whether”. */
const OFFERED = {
  exported: 'its rows can be exported',
  imported: 'records can be imported',
  trash: 'deleted records can be opened',
  inline: 'fields can be edited in its rows',
  presence: 'people see who else is there',
  duplicated: 'a record can be duplicated',
  related: 'a record lists the records that refer to it',
  comments: 'people can comment',
} as const satisfies { readonly [K in keyof Screen]?: string };

function offeredSentences(subject: string): PropertySentences<Screen> {
  const sentences = (Object.keys(OFFERED) as (keyof typeof OFFERED)[]).map((property) => {
    const say = (before: Screen, after: Screen) => {
      const [was, is] = [before, after].map((screen) => screen[property] ?? 'not stated');
      return `${subject}: whether ${OFFERED[property]}: ${is} now (before: ${was}).`;
    };
    return [property, say] as const;
  });
  return Object.fromEntries(sentences);
}

const leading = ({ otherwise }: Screen) => (otherwise === null ? 'where they begin' : valueWords(otherwise));

const records = ({ entity, filter }: Screen) =>
  `${entity ?? 'nothing'}${filter === null ? '' : ` where \`${filter.text}\``}`;

function audienceChanges(old: Screen, now: Screen, about: ChangeSubject): Change[] {
  if (haveSameMeaning(old.roles, now.roles)) return [];
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
  roles === null ? 'not shown' : roles.length === 0 ? 'everyone who signs in' : valueWords(roles);
const small = (text: string) => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

export function ruleChanges(old: Model, now: Model): Change[] {
  return listChanges(old.rules, now.rules, {
    about: ({ name, entity }) => ({ point: 5, what: 'rule', subject: `The rule ${name} on ${entity}` }),
    all: 'Rules',
    keys: [({ name }) => name, ({ entity, condition }) => meaningKey([entity, condition])],
    sayings: () => ({ standing: null, condition: null }),
    extra: ruleChange,
  });
}

/** A rule that allows more widens what people may do. */
function ruleChange(old: Rule, now: Rule, about: ChangeSubject): Change[] {
  const rename = {
    property: 'name',
    before: old.name,
    after: now.name,
    message: `The rule ${old.name} is called ${now.name} now.`,
  };
  const change = conditionOf(old) === conditionOf(now) ? null : conditionChange(old.condition, now.condition);
  const values = { property: 'condition', before: conditionOf(old), after: conditionOf(now) };
  const isShown = old.condition !== null && now.condition !== null;
  const words = { widened: 'is less strict', narrowed: 'is stricter', changed: 'has a different condition' };
  const kind = isShown ? (change?.kind ?? 'changed') : 'changed';
  return [
    ...(old.name === now.name ? [] : [changed(about, { old, now }, { ...rename, kind: 'renamed' })]),
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
      ({ name, method, path }) => meaningKey([name, method, path]),
      ({ method, path }) => meaningKey([method, path]),
      ({ name }) => name,
    ],
    sayings: (_, __, { subject }) => ({
      standing: null,
      method: (before) => `${subject} uses a different method or path (before: ${before.method} ${before.path}).`,
      does: (before, after) => `${subject}: does ${doesWords(before.does)} → ${doesWords(after.does)}.`,
      path: (before, after) =>
        before.method === after.method ? `${subject} has a different path (before: ${before.path}).` : null,
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
      value: (before, after) => `${subject}: ${constantWords(before)} → ${constantWords(after)}.`,
      unit: (before, after) => `${subject}: ${constantWords(before)} → ${constantWords(after)}.`,
      table: (before, after) => `${subject}: ${tableChange(before.table, after.table)}.`,
    }),
  });
}

function constantWords({ value, environment, unit, table }: Constant): string {
  if (value !== null) return unit === null ? value.text : `${value.text} ${unit}`;
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
    about: ({ text }) => ({ point: null, what: 'translation', subject: `The translation of ${valueWords(text)}` }),
    all: 'Translations',
    keys: [({ text }) => text],
    sayings: (_, __, { subject }) => ({ words: () => `${subject}: its words change.` }),
  });
}

/** Returns each text with its translations by language, regardless of the order of the columns. */
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
    about: ({ title }) => ({ point: null, what: 'appendix', subject: `The appendix ${valueWords(title)}` }),
    all: 'Appendices',
    keys: [({ title }) => title],
    sayings: (_, __, { subject }) => ({ text: () => `${subject}: its text changes.` }),
  });
}
