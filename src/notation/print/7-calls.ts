import { memberRulesText } from '../../model/lookups/call-options.ts';
import type {
  AccountDeed,
  Api,
  Call,
  CallError,
  CallOptions,
  CallParameter,
  Does,
  ListHeader,
  Model,
  NamedShape,
  ParameterEffect,
  StatedContract,
} from '../../model/types/model.ts';
import { CALL_COLUMNS } from '../calls/calls.ts';
import { printPaging } from '../calls/paging-keys.ts';
import { memberOf, PARAMETER_COLUMNS } from '../calls/parameters.ts';
import { printRate } from '../calls/request-keys.ts';
import { SHAPE_COLUMNS } from '../calls/shapes.ts';
import { schemeText } from '../calls/sign-in-schemes.ts';
import { titlesOf } from '../points/tables-and-parts.ts';
import { columnNames } from '../reader/columns.ts';
import { sortKey } from './2-screens.ts';
import { errorShape, printErrors } from './8-errors.ts';
import { cellHelp } from './split-help.ts';
import { blocks, code, formula, heading, NOT_SHOWN, name, names, part, table, text, where } from './text.ts';

const COLUMNS = CALL_COLUMNS.map((column) => column.name).filter((column) => column !== 'Method');

export function printCalls({ api, shapes, calls }: Model): string {
  const titles = titlesOf(calls.map(({ name }) => name));
  const parts = calls.map((call, index) => callPart(call, text(titles[index] ?? '')));
  return blocks([
    apiKeys(api),
    calls.length === 0 ? '' : table(COLUMNS, calls.map(cells), COLUMNS.length - 1),
    ...parts,
    ...shapes.map(shape),
  ]);
}

/** Prints the contract in pieces: what holds for all calls, each stated call that the product answers, and the shapes. */
export function printContract(model: Model): StatedContract {
  const stated = model.calls.filter(({ standing, does: { kind } }) => standing === 'stated' && kind !== 'outside');
  const titles = titlesOf(stated.map(({ name }) => name));
  return {
    keys: apiKeys(model.api),
    columns: COLUMNS,
    calls: new Map(
      stated.map((call, index) => [call.id, { cells: cells(call), part: callPart(call, text(titles[index] ?? '')) }]),
    ),
    shapes: model.shapes.map(shape),
    errors: printErrors(model),
    entities: model.entities.map((entity) => entity.name),
    signIn: model.entities.flatMap(({ name, fields }) =>
      fields.flatMap((field) => (field.signIn ? [name, field.name] : [])),
    ),
  };
}

const apiKeys = (api: Api): string =>
  keys(api.options, {
    Names: api.names,
    CORS: api.cors.length === 0 ? null : api.cors.join(', '),
    'Other calls': api.otherCalls,
    'Sign-in': api.signIn.length === 0 ? null : api.signIn.map(schemeText).join(', '),
    OpenAPI: api.openApi,
    Documentation: api.documentation,
  });

const cells = (call: Call): string[] => [
  text(call.name),
  text(address(call)),
  `${does(call.does)}${where(call.where)}`,
  sends(call),
  gets(call.gets),
  call.errors.map(error).join(', '),
  cellHelp(call.help).cell,
];

/** Prints the part of a call: its keys and the rest of its help. */
function callPart({ help, options, parameters }: Call, title: string): string {
  const stated = keys(options);
  const { rest } = cellHelp(help);
  const rows = parameters.map(parameterRow);
  const list = rows.length === 0 ? '' : table(columnNames(PARAMETER_COLUMNS), rows, 2);
  return stated === '' && list === '' ? part(title, rest) : blocks([heading(title), rest, stated, list]);
}

const callers = ({ allowedFor }: CallOptions): string | null =>
  allowedFor === null ? null : allowedFor.length === 0 ? NOT_SHOWN : names(allowedFor);

const largestPage = ({ largestPage, tooLarge }: CallOptions): string | null =>
  largestPage === null ? null : `${largestPage}${tooLarge === 'cut' ? ', cut' : ''}`;

const header = ({ name: stated, word }: ListHeader): string => (word === null ? stated : `${stated} = ${word}`);

function parameterRow(parameter: CallParameter): string[] {
  const { name: stated, option, type, several, fitsAll, othersIgnored, help } = parameter;
  const notes = [
    fitsAll ? 'all of several' : several ? 'several' : '',
    othersIgnored ? 'others ignored' : '',
    help,
  ].filter((note) => note !== '');
  return [
    text(option === null ? stated : `${stated}=${option}`),
    effectOf(parameter.effect),
    text(type ?? ''),
    text(parameter.default ?? ''),
    notes.join(', '),
  ];
}

function effectOf(effect: ParameterEffect): string {
  switch (effect.kind) {
    case 'filter':
      return formula(effect.formula);
    case 'order':
      return `orders by ${effect.sort.map(sortKey).join(', ')}`;
    case 'direction':
      return effect.descending ? 'descending' : 'ascending';
    case 'everything':
      return 'everything';
    case 'shows':
      return `shows ${effect.member === memberOf(effect.value) ? '' : `${text(effect.member)}: `}${text(effect.value)}`;
  }
}

/** Prints the stated options as keys, after others. */
function keys(options: CallOptions, others: { readonly [key: string]: string | null } = {}): string {
  const values: { readonly [key: string]: string | number | null } = {
    ...others,
    'If-Match': options.ifMatch,
    'Unknown members': options.unknownMembers,
    Bodies: options.bodies?.join(', ') ?? null,
    'Absent members': memberRulesText(options.absentMembers, options, 'absent', names),
    'Null members': memberRulesText(options.nullMembers, options, 'null', names),
    'Empty texts': memberRulesText(options.emptyTexts, options, 'empty', names),
    Times: options.times,
    Decimals: options.decimals,
    'Rate limit': options.rateLimit === null ? null : printRate(options.rateLimit),
    'Idempotency-Key': options.idempotencyKey,
    Status: options.status,
    'Error body': options.errorBody === null ? null : errorShape(options.errorBody, false),
    'Existing record': options.existing === null ? null : String(options.existing),
    'Media type': options.mediaType,
    Paging: options.paging === null ? null : printPaging(options.paging),
    'Page size': options.pageSize,
    'Largest page': largestPage(options),
    Sort: options.sort === null ? null : options.sort.map(sortKey).join(', '),
    'Unknown parameters': options.unknownParameters,
    Headers: options.headers === null ? null : options.headers.map(header).join(', '),
    'Allowed for': callers(options),
    'Order of refusals': options.refusals?.join(', ') ?? null,
  };
  return Object.entries(values)
    .flatMap(([key, value]) => (value === null ? [] : [`- ${key}: ${value}`]))
    .join('\n');
}

function shape({ name: stated, entity, includes, members, help }: NamedShape): string {
  const rows = members.map((member) => [text(member.name), member.value === '' ? '' : value(member.value)]);
  const lines = [
    entity === stated ? '' : `- Of: ${text(entity)}`,
    includes.length === 0 ? '' : `- Includes: ${names(includes)}`,
  ];
  return blocks([
    heading(`Shape: ${text(stated)}`),
    help,
    lines.filter((line) => line !== '').join('\n'),
    members.length === 0 ? '' : table(columnNames(SHAPE_COLUMNS), rows, SHAPE_COLUMNS.length),
  ]);
}

/** Prints a name as it is, and any other value in backticks. */
const value = (written: string) => (/^[\p{L}\p{N}_]+$/u.test(written) ? written : code(written));

function address({ method, path, query }: Call): string {
  const behind = query.length === 0 ? '' : `?${query.map((one) => `${one.name}=`).join('&')}`;
  return `${method} ${path}${behind}`;
}

function error({ name: stated, at, cause }: CallError): string {
  const code = names([{ name: stated, at }]);
  return cause === null ? code : `${code} (${name(cause)})`;
}

function does(stated: Does): string {
  switch (stated.kind) {
    case 'outside':
      return 'outside';
    case 'unknown':
      return lastWord(stated.text);
    case 'account':
      return account(stated);
    case 'event':
      return `${name(stated.event, VERB)} ${lastWord(stated.entity)}`;
    case 'bulk':
      if (stated.act === 'delete all') return `delete all ${lastWord(stated.entity)}`;
      return `bulk ${stated.event === null ? stated.act : name(stated.event, VERB)} ${lastWord(stated.entity)}`;
    case 'file':
      return `${stated.act} ${lastWord(stated.entity)}.${name(stated.field)}`;
    case 'values':
      return `values of ${lastWord(stated.entity)}.${name(stated.field)}`;
    default:
      return `${stated.kind} ${lastWord(stated.entity)}`;
  }
}

function account({ act, event, of }: AccountDeed): string {
  if (act === 'event me') return `${name(event ?? '', VERB)} me`;
  return act === 'sign up' || act === 'sign in' ? `${act} ${lastWord(of)}` : act;
}

const VERB = /^(?:list|read|create|change|delete|search|get|add|update|remove)$|(?:^|\s)where(?:\s|$)/i;

/** Prints the name of an entity as one word. */
function lastWord(entity: string): string {
  return name(entity, /(?:^|\s)where(?:\s|$)/i).replaceAll(' ', '&#32;');
}

function sends({ sends: stated, sendsShape }: Call): string {
  if (sendsShape !== null) return code(sendsShape.text);
  return stated === null ? NOT_SHOWN : names(stated);
}

function gets(stated: string): string {
  return /^[^\n]*[{}][^\n]*$/.test(stated) ? code(stated) : text(stated);
}
