import { idOf } from '../model/types/element.ts';
import type { Formula } from '../model/types/formula.ts';
import type {
  Constant,
  ConstantTable,
  ErrorAnswers,
  ErrorEntry,
  Grant,
  Limit,
  LimitName,
  Operation,
  Permission,
  Role,
  Rule,
  Sample,
} from '../model/types/model.ts';
import type { Translations } from '../model/types/translation.ts';
import {
  atPath,
  type DefineContext,
  element,
  formulaOf,
  named,
  optional,
  reference,
  references,
} from './entities-and-machines.ts';
import type {
  ConstantInput,
  ErrorAnswersInput,
  ErrorInput,
  GrantInput,
  LimitInput,
  PermissionInput,
  RoleInput,
  RuleInput,
  TableInput,
} from './input.ts';

export function ruleOf(
  name: string,
  input: RuleInput<string, string, string, string, string>,
  here: DefineContext,
): Rule {
  return {
    ...element(5, idOf('rule', name), input.help),
    name,
    entity: input.on,
    events: references(input.events),
    states: references(input.in),
    condition: input.mustHold === null ? null : formulaOf(input.mustHold, atPath(here, 'mustHold')),
    severity: input.severity ?? 'error',
    message: input.message ?? null,
    error: input.error === undefined ? null : reference(input.error),
    field: input.at === undefined ? null : reference(input.at),
  };
}

/** Returns a role. Who has it is written into its description, in the words of the notation. */
export function roleOf(name: string, input: RoleInput<string>, here: DefineContext): Role {
  const stated = typeof input === 'string' ? { help: input } : input;
  const { help = '', everyone = false, guest = false, includes = [], whoeverIs = [] } = stated;
  const words = [
    ...(everyone ? ['everyone who signs in'] : []),
    ...(guest ? ['not signed in'] : []),
    ...(includes.length > 0 ? [`includes ${includes.join(', ')}`] : []),
    ...(whoeverIs.length > 0 ? [`whoever is ${whoeverIs.map((path) => `\`${path}\``).join(' or ')}`] : []),
    ...(help === '' ? [] : [help]),
  ];
  const relation = whoeverIs.map((each, index) => {
    const [entity = '', ...path] = each.split('.');
    return { entity, path: formulaOf(path.join('.'), atPath(here, 'whoeverIs', index)) };
  });
  return {
    ...element(6, idOf('role', name), words.join('; ')),
    ...named(name),
    everyone,
    guest,
    includes: references(includes),
    relation,
  };
}

const OPERATIONS: readonly Operation[] = ['read', 'create', 'change', 'delete', 'restore'];

/** Returns a row for each stated operation, with a cell for each role; an omitted role is not allowed. */
export function cellsOf(
  entity: string,
  input: PermissionInput<string, string>,
  roles: readonly string[],
  here: DefineContext,
): Permission[] {
  const row = (
    field: string | null,
    operation: Operation,
    grants: Readonly<Record<string, GrantInput<string> | undefined>>,
    at: DefineContext,
  ) => {
    const given = new Map(Object.entries(grants));
    const subject = field === null ? entity : `${entity}.${field}`;
    return roles.map(
      (role): Permission => ({
        ...element(6, idOf('permission', subject, operation, role), ''),
        entity,
        field,
        operation,
        role,
        grant: grantOf(given.get(role) ?? false, atPath(at, operation, role)),
      }),
    );
  };
  const whole = OPERATIONS.flatMap((operation) => {
    const grants = input[operation];
    return grants === undefined ? [] : row(null, operation, grants, here);
  });
  const fields = Object.entries(input.fields ?? {}).flatMap(([field, cells]) =>
    OPERATIONS.flatMap((operation) => {
      const grants = new Map(Object.entries(cells ?? {})).get(operation);
      return grants === undefined ? [] : row(field, operation, grants, atPath(here, 'fields', field));
    }),
  );
  return [...whole, ...fields];
}

function grantOf(input: GrantInput<string>, here: DefineContext): Grant {
  if (typeof input === 'string') return { kind: 'yes', fields: null, where: formulaOf(input, here) };
  if (typeof input === 'boolean') return input ? { kind: 'yes', fields: null, where: null } : { kind: 'no' };
  if ('notShown' in input) return { kind: 'unknown' };
  if ('never' in input)
    return { kind: 'never', where: input.never === true ? null : formulaOf(input.never, atPath(here, 'never')) };
  const fields = input.fields.map((field) => ({
    name: field.replace(/ \(any\)$/, ''),
    any: field.endsWith(' (any)'),
    at: null,
  }));
  return { kind: 'yes', fields, where: optional(input.where, atPath(here, 'where')) };
}

export function errorsOf(code: string, input: ErrorInput | readonly ErrorInput[]): readonly ErrorEntry[] {
  const entries: readonly ErrorInput[] = isSeveral(input) ? input : [input];
  return entries.map(({ status = null, message, next = '', standsFor = [], causes, at, body, help }) => ({
    ...element(8, idOf('error', code), help),
    code,
    status,
    message,
    next,
    standsFor,
    causes: references(causes),
    member: at ?? null,
    body: body === undefined ? null : { text: body, at: null, tree: null },
  }));
}

export function errorAnswersOf({ body, mediaType, at }: ErrorAnswersInput): ErrorAnswers {
  return {
    body: body === undefined ? null : { text: body, at: null, tree: null },
    mediaType: mediaType ?? null,
    member: at ?? null,
  };
}

const isSeveral = (input: ErrorInput | readonly ErrorInput[]): input is readonly ErrorInput[] => Array.isArray(input);

export function constantOf(name: string, input: ConstantInput): Constant {
  const stated = input !== null && typeof input === 'object' ? input : { value: input ?? undefined };
  const base = { ...element(9, idOf('constant', name), 'help' in stated ? stated.help : ''), name };
  if ('table' in stated) return { ...base, value: null, environment: null, unit: null, table: tableOf(stated.table) };
  const { value } = stated;
  const environment = ('environment' in stated ? stated.environment : null) ?? null;
  const isShown = value !== undefined || environment !== null;
  return {
    ...base,
    standing: isShown ? 'stated' : 'not shown',
    value: value === undefined ? null : cellOf(value),
    environment,
    unit: ('unit' in stated ? stated.unit : null) ?? null,
    table: null,
  };
}

const cellOf = (value: string | number | null | undefined): Formula | null =>
  value === null || value === undefined ? null : { text: String(value), at: null, tree: null };

/** Columns in the order in which rows name them first. */
function tableOf(table: TableInput): ConstantTable {
  const rows = Object.entries(table);
  const columns = [
    ...new Set(rows.flatMap(([, row]) => (row !== null && typeof row === 'object' ? Object.keys(row) : []))),
  ];
  return {
    rows: references(rows.map(([name]) => name)),
    columns: references(columns),
    cells: rows.map(([, row]) => {
      if (row === null || typeof row !== 'object') return [cellOf(row)];
      const given = new Map<string, string | number | null>(Object.entries(row));
      return columns.map((column) => cellOf(given.get(column)));
    }),
  };
}

export function limitOf(name: LimitName, input: LimitInput): Limit {
  const base = { ...element(9, idOf('limit', name), ''), name, value: null, per: null, hours: null, dates: null };
  if (input === null) return { ...base, standing: 'not shown' };
  if (typeof input === 'number') return { ...base, value: input };
  return { ...base, ...input };
}

/** Columns in the order in which rows name them first. */
export function translationsOf(input: Readonly<Record<string, Readonly<Record<string, string>>>>): Translations {
  const tags = [...new Set(Object.values(input).flatMap((each) => Object.keys(each)))];
  return {
    languages: tags.map((tag) => ({ tag, at: null })),
    texts: Object.entries(input).map(([text, each]) => {
      const given = new Map(Object.entries(each));
      return { text, at: null, translated: tags.map((tag) => ({ text: given.get(tag) ?? '', at: null })) };
    }),
  };
}

export function sampleOf(
  entity: string,
  rows: readonly Readonly<Record<string, string | number | undefined>>[],
): Sample {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return {
    entity,
    at: null,
    columns: references(columns),
    rows: rows.map((row) => {
      const given = new Map(Object.entries(row));
      return { at: null, cells: columns.map((column) => ({ text: String(given.get(column) ?? ''), at: null })) };
    }),
  };
}
