import type { Call, ErrorEntry, Model, Role } from '../../src/model/types/model.ts';
import { absent, extra, type Found, found, gravest, type Judged, type Problem, type Reading, wrong } from './judge.ts';
import type { CallKey, ErrorKey, Key, RoleKey } from './key.ts';
import { fold, foldPath, named } from './names.ts';

/** Calls, rows of the error catalogue, and roles. */
export function compareCalls({ model }: Reading, key: Key): Found[] {
  return [
    ...key.calls.map((each) => found('calls', each, `${each.method} ${each.path}`, callProblem(model, each, key))),
    ...key.errors.map((each) => {
      const what = each.code ?? `${each.status ?? ''} ${each.message ?? ''}`.trim();
      return found('error rows', each, what, errorProblem(model, each));
    }),
    ...key.roles.map((each) => found('roles', each, each.names[0] ?? '', roleProblem(model, each))),
  ];
}

const isSame = (call: Call, { method, path }: CallKey) =>
  call.method === method && foldPath(call.path) === foldPath(path);

function callProblem(model: Model, key: CallKey, whole: Key): Problem | null {
  const call = model.calls.find((each) => isSame(each, key));
  if (call === undefined) return absent('no call');
  return gravest([
    queryProblem(call, key),
    bodyProblem(call, key),
    errorsProblem(call, key, whole),
    doesProblem(call, key),
  ]);
}

const USUAL = new Set(['filter', 'sort', 'page']);

function queryProblem({ query, sends }: Call, key: CallKey): Problem | null {
  const own = new Set([...query, ...(sends ?? [])].map(({ name }) => fold(name)));
  const missing = key.query.filter((each) => !own.has(fold(each)));
  const strange = query.filter(({ name }) => !USUAL.has(name) && !key.query.some((each) => fold(each) === fold(name)));
  if (strange.length > 0) return wrong(`its query has ${strange.map(({ name }) => name).join(', ')}`);
  return missing.length === 0 ? null : absent(`its query lacks ${missing.join(', ')}`);
}

/** `categoryId` and `Category` are one in a body. */
const inBody = (name: string) => fold(name).replace(/(?<=..)id$/u, '');

function bodyProblem({ sends, sendsShape }: Call, key: CallKey): Problem | null {
  const wanted = key.body.filter((each) => each !== '...').map(inBody);
  const shape = (sendsShape?.text.match(/[\p{L}\p{N}_-]+/gu) ?? []).map(inBody);
  const stated = (sends ?? []).map(({ name }) => inBody(name)).filter((name) => !USUAL.has(name));
  const missing = wanted.filter((each) => !stated.includes(each) && !shape.includes(each));
  const strange = key.body.includes('...')
    ? []
    : stated.filter((each) => !wanted.includes(each) && !isQuery(key, each));
  if (strange.length > 0) return wrong(`it sends ${strange.join(', ')}`);
  return missing.length === 0 ? null : absent(`it does not send ${missing.join(', ')}`);
}

const isQuery = ({ query }: CallKey, name: string) => query.some((each) => inBody(each) === name);

function errorsProblem(call: Call, key: CallKey, whole: Key): Problem | null {
  const own = new Set(call.errors.map(({ name }) => fold(name)));
  const fair = new Set([...key.errors.map((each) => each.replace('?', '')), ...whole.commonErrors].map(fold));
  const strange = call.errors.filter(({ name }) => !fair.has(fold(name)));
  const missing = key.errors.filter((each) => !each.endsWith('?') && !own.has(fold(each)));
  if (strange.length > 0) return wrong(`it may fail with ${strange.map(({ name }) => name).join(', ')}`);
  return missing.length === 0 ? null : absent(`it lacks ${missing.join(', ')}`);
}

function doesProblem({ does }: Call, key: CallKey): Problem | null {
  if (does.kind === 'unknown' || key.does.length === 0) return null;
  if (does.kind === 'outside') return wrong('it leaves for the outside');
  const fair = key.does.map((each) => /^(\S+) (.*)$/u.exec(each)).filter((each) => each !== null);
  const isFair = fair.some(
    ([, kind = '', entity = '']) =>
      named(does.entity, entity) && (kind === does.kind || (kind === 'event' && does.kind === 'change')),
  );
  return isFair ? null : wrong(`it does ${does.kind} ${does.entity}`);
}

const plain = (text: string) =>
  text
    .trim()
    .replace(/^["“]|["”]$/gu, '')
    .trim();

function entryOf(model: Model, key: ErrorKey): ErrorEntry | undefined {
  const { code, message } = key;
  if (code !== null) return model.errors.find((each) => fold(each.code) === fold(code));
  return model.errors.find((each) => message !== null && plain(each.message) === message);
}

function errorProblem(model: Model, key: ErrorKey): Problem | null {
  const entry = entryOf(model, key);
  if (entry === undefined) return absent('no entry');
  return gravest([statusProblem(entry, key), messageProblem(entry, key)]);
}

function statusProblem({ status }: ErrorEntry, key: ErrorKey): Problem | null {
  if (key.status === null) return status === null || status >= 500 ? null : wrong(`its status is ${status}`);
  if (status === null) return absent('no status');
  return status === key.status ? null : wrong(`its status is ${status}`);
}

function messageProblem({ message }: ErrorEntry, key: ErrorKey): Problem | null {
  if (key.message === null || plain(message) === key.message) return null;
  return message === '' ? absent('no message') : wrong(`its message is “${message}”`);
}

function roleProblem(model: Model, key: RoleKey): Problem | null {
  const isOwn = ({ name }: Role) => key.names.some((each) => named(name, each));
  const role = model.roles.find(isOwn);
  if (role === undefined) return absent('no role');
  const strange = role.includes.filter(({ name }) => !key.includes.some((each) => named(name, each)));
  if (strange.length > 0) return wrong(`it includes ${strange.map(({ name }) => name).join(', ')}`);
  const missing = key.includes.filter((each) => !role.includes.some(({ name }) => named(name, each)));
  return missing.length === 0 ? null : absent(`it does not include ${missing.join(', ')}`);
}

/** Calls, errors and roles of the Model that stand in no line of the key. */
export function extraCalls({ model }: Reading, key: Key): (Judged | null)[] {
  const codes = new Set(key.errors.map(({ code }) => fold(code ?? '')));
  const messages = new Set(key.errors.map(({ message }) => message));
  return [
    ...model.calls
      .filter((call) => call.standing === 'stated' && !key.calls.some((each) => isSame(call, each)))
      .map((each) => extra(key, 'calls', each.at, `call ${each.method} ${each.path}`)),
    ...model.errors
      .filter((each) => each.standing === 'stated' && !codes.has(fold(each.code)) && !messages.has(plain(each.message)))
      .map((each) => extra(key, 'error rows', each.at, `error ${each.code}`)),
    ...model.roles
      .filter(
        ({ standing, name }) =>
          standing === 'stated' && !key.roles.some(({ names }) => names.some((each) => named(name, each))),
      )
      .map((each) => extra(key, 'roles', each.at, `role ${each.name}`)),
  ];
}
