import { parseDate, parseInstant, parseTime } from '../../fields/calendar/calendar.ts';
import type { Value } from '../../fields/text/value.ts';
import { labelOf } from '../../model/lookups/label-from-name.ts';
import type { Attribute, EntitySchema } from '../../model/lookups/schema.ts';
import type { Option } from '../../model/types/types.ts';
import { isPlainName } from '../syntax/lexicon.ts';
import { nearest } from '../syntax/nearest-name.ts';
import { type ChoiceType, DATE, EMPTY, INSTANT, kindWords, TEXT, TIME } from '../types/kinds.ts';
import type { StaticType } from '../types/static.ts';
import { staticTypeOfAttribute } from '../types/static-of.ts';
import type { Typed } from '../types/typed.ts';
import { queriedName } from './check-queries.ts';
import { inferCell } from './check-tables.ts';
import {
  type At,
  type Env,
  fail,
  failName,
  type Inference,
  literal,
  type TreeOf,
  warn,
  withoutExpected,
} from './inference.ts';
import { entityHere, isBound, isWord, WORDS, type Word } from './local-names.ts';

/** Resolves a name: local, field, constant or word; last a choice or role, if the place expects one. */
export function inferName(tree: TreeOf<'name'>, inference: Inference, env: Env): Typed | null {
  const { name } = tree;
  if (name === 'this') return inferWord('this', tree, inference);
  const attribute = entityHere(inference, env)?.attributes.get(name);
  const local = env.locals.get(name);
  if (local !== undefined) return { op: 'local', name, type: local, from: tree.from, to: tree.to };
  if (attribute !== undefined) return ownField(tree, attribute, inference, env);
  if (inference.schema.constants.has(name)) {
    if (isWord(name)) warnHidden(name, `our word "${name}"`, inference, tree, null);
    return inferConstant(name, tree, inference, env);
  }
  if (isWord(name)) return inferWord(name, tree, inference);
  return optionNamed(name, tree, env.expected, inference) ?? unknownName(tree, inference, env);
}

/** Infers a text: a choice, role, date, instant or time if the place expects one. */
export function inferText(tree: TreeOf<'text'>, inference: Inference, env: Env): Typed | null {
  const type = env.expected;
  const named = optionNamed(tree.value, tree, type, inference);
  if (named !== null) return named;
  if (type?.t === 'choice' || type?.t === 'role') {
    const near = nearest(tree.value, optionNames(type, inference));
    return fail(
      inference,
      tree,
      `"${tree.value}" is not ${kindWords(type)}.`,
      suggestion(near, optionNames(type, inference)),
    );
  }
  if (type?.t === 'date') return moment(tree, DATE, parseDate(tree.value), inference);
  if (type?.t === 'time') return moment(tree, TIME, timeOfDay(tree.value), inference);
  if (type?.t === 'instant') return moment(tree, INSTANT, parseInstant(tree.value), inference);
  return literal(tree, TEXT, tree.value);
}

function moment(tree: TreeOf<'text'>, type: StaticType, value: Value, inference: Inference): Typed | null {
  if (value !== null) return literal(tree, type, value);
  const example = type.t === 'date' ? '2026-12-31' : type.t === 'time' ? '09:30' : '2026-12-31T09:00:00Z';
  const next = `Write it as in "${example}".`;
  return fail(inference, tree, `"${tree.value}" is not ${kindWords(type)}.`, next);
}

/** Returns a time of day as `HH:MM`; `9:30` equals `09:30`. */
function timeOfDay(text: string): string | null {
  const padded = text.padStart(5, '0');
  return padded.length === 5 && parseTime(padded) !== null ? padded : null;
}

/**
 * Infers a member: a field of a record, a part of a file, a field of each item of a list, or a choice as in
 * `Status.Draft`.
 */
export function inferMember(tree: TreeOf<'member'>, inference: Inference, env: Env): Typed | null {
  const cell = inferCell(tree, inference, env);
  if (cell !== undefined) return cell;
  const qualified =
    tree.of.op === 'name' && !isBound(tree.of.name, inference, env)
      ? qualifiedOption(tree, tree.of.name, inference, env)
      : undefined;
  if (qualified !== undefined) return qualified;
  const of = inference.infer(queriedName(tree.of, env), withoutExpected(env));
  if (of === null || of.op === 'unknown') return of;
  if (of.type.t === 'record') return memberOf(of, of.type.entity, tree, inference);
  if (of.type.t === 'file') return filePart(of, tree, inference);
  if (of.type.t === 'list' && of.type.of.t === 'record') return memberOfEach(of, of.type.of, tree, inference, env);
  const next = of.type.t === 'choice' ? 'Name the choice alone, as in == Draft.' : 'Only records have fields.';
  return fail(inference, tree, `This is ${kindWords(of.type)}; it has no "${tree.name}".`, next);
}

/** Returns the choice or role with this name if the place expects one. */
function optionNamed(name: string, at: At, expected: StaticType | null, inference: Inference): Typed | null {
  const type = expected?.t === 'list' ? expected.of : expected;
  if (type?.t === 'role') return inference.schema.roles.has(name) ? literal(at, type, name) : null;
  if (type?.t !== 'choice') return null;
  return type.options.some((option: Option) => option.name === name)
    ? literal(at, type, name)
    : groupNamed(name, at, type);
}

/** Returns the states of a group as a list, for `status in Running`. */
function groupNamed(name: string, at: At, type: ChoiceType): Typed | null {
  const group = type.groups?.find((each) => each.name === name);
  if (group === undefined) return null;
  const items = group.options.map((option) => literal(at, type, option));
  return { op: 'list', items, type: { t: 'list', of: type }, from: at.from, to: at.to };
}

function ownField(tree: TreeOf<'name'>, attribute: Attribute, inference: Inference, env: Env): Typed {
  const { name } = tree;
  const fix = `this.${name}`;
  if (inference.schema.constants.has(name)) warnHidden(name, 'the constant', inference, tree, fix);
  else if (isWord(name)) warnHidden(name, `our word "${name}"`, inference, tree, fix);
  else if (env.expected?.t === 'choice' && optionNamed(name, tree, env.expected, inference) !== null) {
    warnHidden(name, 'the choice', inference, tree, `"${name}"`);
  }
  const entity = env.queried?.entity ?? inference.entity ?? '';
  const record = { type: { t: 'record', entity }, from: tree.from, to: tree.from } as const;
  const of: Typed =
    env.queried === null ? { ...record, op: 'this' } : { ...record, op: 'local', name: env.queried.local };
  return fieldOf(of, entity, attribute, tree);
}

function fieldOf(of: Typed, entity: string, attribute: Attribute, at: At): Typed {
  const { from, to } = at;
  if (attribute.type.kind === 'unknown') return { op: 'unknown', because: attribute.id, type: EMPTY, from, to };
  return { op: 'field', of, entity, field: attribute.name, type: staticTypeOfAttribute(attribute), from, to };
}

function memberOf(of: Typed, entity: string, tree: TreeOf<'member'>, inference: Inference): Typed | null {
  const attributes = inference.schema.entities.get(entity)?.attributes;
  if (attributes === undefined)
    return failName(inference, tree, `There is no entity "${entity}".`, 'State it in point 3.');
  const attribute = attributes.get(tree.name);
  if (attribute !== undefined) return fieldOf(of, entity, attribute, tree);
  const near = nearest(tree.name, attributes.keys());
  const at = { from: tree.of.to + 1, to: tree.to };
  const fix = near !== null && isPlainName(near) ? near : null;
  return failName(
    inference,
    at.to - at.from === tree.name.length ? at : tree,
    `${entity} has no field "${tree.name}".`,
    suggestion(near, attributes.keys()),
    fix,
  );
}

function filePart(of: Typed, tree: TreeOf<'member'>, inference: Inference): Typed | null {
  const { from, to } = tree;
  if (tree.name === 'size')
    return { op: 'call', name: 'size', args: [of], type: { t: 'number', scale: 0, unit: 'B' }, from, to };
  if (tree.name === 'name') return { op: 'call', name: 'fileName', args: [of], type: TEXT, from, to };
  return fail(inference, tree, `A file has no "${tree.name}".`, 'A file has a name and a size.');
}

function memberOfEach(
  of: Typed,
  each: StaticType & { t: 'record' },
  tree: TreeOf<'member'>,
  inference: Inference,
  env: Env,
): Typed | null {
  const { from, to } = tree;
  const name = `#${env.locals.size + 1}`;
  const body = memberOf({ op: 'local', name, type: each, from, to: from }, each.entity, tree, inference);
  if (body === null) return null;
  return { op: 'macro', name: 'map', of, local: name, body, type: { t: 'list', of: body.type }, from, to };
}

/**
 * Infers `Status.Draft`, where the first part names a choice field in any case, or `Role.Manager`. Undefined for
 * anything else.
 */
function qualifiedOption(
  tree: TreeOf<'member'>,
  choice: string,
  inference: Inference,
  env: Env,
): Typed | null | undefined {
  if (choice === 'Role' && inference.schema.roles.has(tree.name)) return literal(tree, { t: 'role' }, tree.name);
  const wanted = labelOf(choice).toLowerCase();
  const own = entityHere(inference, env);
  const entities =
    own === null ? [...inference.schema.entities.values()] : [own, ...inference.schema.entities.values()];
  const types = [env.expected, ...entities.flatMap((entity) => choicesNamed(entity, wanted))].filter(
    (type) => type?.t === 'choice',
  );
  const named = entities.flatMap((entity) => choicesNamed(entity, wanted));
  for (const type of types) {
    const same = named.some((each) => each.of === type.of) && type.options.some((option) => option.name === tree.name);
    if (same) return literal(tree, type, tree.name);
    const group = type.groups === undefined ? null : groupNamed(tree.name, tree, type);
    if (group !== null) return group;
  }
  const first = named[0];
  if (first === undefined) return undefined;
  const near = nearest(tree.name, optionNames(first, inference));
  return fail(
    inference,
    tree,
    `"${tree.name}" is not ${kindWords(first)}.`,
    suggestion(near, optionNames(first, inference)),
  );
}

function choicesNamed(entity: EntitySchema, label: string): ChoiceType[] {
  return [...entity.attributes.values()].flatMap((attribute) => {
    const type = staticTypeOfAttribute(attribute);
    return type.t === 'choice' && labelOf(attribute.name).toLowerCase() === label ? [type] : [];
  });
}

function inferConstant(name: string, at: At, inference: Inference, env: Env): Typed | null {
  const { from, to } = at;
  const table = inference.schema.constants.get(name)?.table ?? null;
  if (table !== null) {
    const keys = table.columns.length === 0 ? '[…]' : '[…][…]';
    return fail(inference, at, `${name} is a table.`, `Say which of its values, as in ${name}${keys}.`);
  }
  const known = inference.constant(name, env.expected);
  if ('because' in known) return { op: 'unknown', because: known.because, type: EMPTY, from, to };
  return { op: 'constant', name, value: known.value, type: known.type, from, to };
}

function inferWord(word: Word, at: At, inference: Inference): Typed | null {
  const { from, to } = at;
  if (word === 'now') return { op: word, type: INSTANT, from, to };
  if (word === 'today') return { op: word, type: DATE, from, to };
  if (word === 'me') {
    const person = inference.schema.person;
    if (person === null)
      return fail(
        inference,
        at,
        'No people are stated, so there is no "me".',
        'Mark the e-mail field of the people with sign-in.',
      );
    return { op: word, type: { t: 'record', entity: person.entity.name }, from, to };
  }
  if (inference.entity === null)
    return fail(
      inference,
      at,
      `There is no record here, so there is no "${word}".`,
      'Write a value that needs no record.',
    );
  return { op: word, type: { t: 'record', entity: inference.entity }, from, to };
}

function unknownName(tree: TreeOf<'name'>, inference: Inference, env: Env): null {
  const { name } = tree;
  const { entity, schema } = inference;
  if (env.queried !== null && entity !== null && schema.entities.get(entity)?.attributes.has(name) === true) {
    const message = `${env.queried.entity} has no "${name}"; the record at hand has.`;
    return failName(inference, tree, message, `Write this.${name}.`, isPlainName(name) ? `this.${name}` : null);
  }
  const expected = env.expected?.t === 'list' ? env.expected.of : env.expected;
  const own = entityHere(inference, env)?.attributes.keys() ?? [];
  const options = expected?.t === 'choice' || expected?.t === 'role' ? optionNames(expected, inference) : [];
  const near = nearest(name, [
    ...options,
    ...own,
    ...inference.schema.constants.keys(),
    ...env.locals.keys(),
    ...WORDS,
    'null',
    'true',
    'false',
  ]);
  const fix = near === null ? null : isPlainName(near) ? near : `this["${near}"]`;
  if (near !== null) return failName(inference, tree, `There is no "${name}" here.`, `Did you mean ${near}?`, fix);
  const where =
    inference.entity === null
      ? 'State it as a constant in point 9.'
      : `State it as a field of ${inference.entity} or as a constant; text stands between quotes.`;
  return failName(inference, tree, `There is no "${name}" here.`, where);
}

function optionNames(type: StaticType, inference: Inference): readonly string[] {
  if (type.t === 'choice') return [...type.options, ...(type.groups ?? [])].map(({ name }) => name);
  return type.t === 'role' ? [...inference.schema.roles.keys()] : [];
}

function suggestion(near: string | null, names: Iterable<string>): string {
  if (near !== null) return `Did you mean ${near}?`;
  const all = [...names];
  return all.length === 0
    ? 'State it first.'
    : `There are ${all.slice(0, 8).join(', ')}${all.length > 8 ? ', …' : ''}.`;
}

function warnHidden(name: string, what: string, inference: Inference, at: At, fix: string | null): void {
  const own = what.startsWith('our') ? what : `${what} of that name`;
  const next = fix === null ? 'Rename one of the two.' : `Write ${fix}, or rename one of the two.`;
  warn(inference, at, `"${name}" hides ${own}.`, next, fix);
}
