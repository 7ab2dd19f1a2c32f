import { fieldType } from '../../fields/registry/lookup.ts';
import { isObject, type Json, member } from '../../fields/text/json.ts';
import type { Row } from '../../fields/text/value.ts';
import type { Field } from '../../model/types/model.ts';
import type { App, Path, PreparedEntity } from '../compiled/compiled-model.ts';
import { longest } from '../compiled/follow-path.ts';
import type { Facts, Needs, RecordKey, RowNeed, UniqueNeed } from '../core/facts.ts';
import type { CommentIntent, Intent } from '../core/intent.ts';
import { mustSignIn, type Who } from '../core/principal.ts';
import { recordingFacts } from '../core/tracked-facts.ts';
import { tokenIn } from '../input/input-files.ts';

/** The records that an input names, which may be none or none that this person reads. */
export function namedIn(app: App, intent: Intent): readonly RecordKey[] {
  const entity = app.entities.get(intent.entity);
  return entity === undefined || !('input' in intent) ? [] : inputNeeds(app, entity, intent.input, intent.id).rows;
}

/**
 * What `decide` reads for this intent, as far as it shows before any record is loaded. Of records that it names and that
 * are `unseen` nothing is read.
 */
export function needs(
  app: App,
  who: Who,
  intent: Intent,
  _now: number,
  unseen: (entity: string, id: string) => boolean = () => false,
): Needs {
  const entity = app.entities.get(intent.entity);
  if (entity === undefined || mustSignIn(who)) return NOTHING;
  const input = 'input' in intent ? inputNeeds(app, entity, intent.input, intent.id) : NOTHING;
  const key: RecordKey = { entity: intent.entity, id: intent.id };
  const own: RowNeed[] = intent.kind === 'create' ? [] : [{ ...key, paths: entity.paths }];
  if (intent.kind === 'restore') return { ...NOTHING, rows: personNeeds(app, who), deleted: own };
  return {
    rows: [...own, ...input.rows.filter(({ entity: of, id }) => !unseen(of, id)), ...personNeeds(app, who)],
    unique: input.unique,
    files: input.files,
    referrers: intent.kind === 'delete' ? [key] : [],
  };
}

/** The same of what is done with a comment; whom it mentions shows as it is read. */
export function commentNeeds(app: App, who: Who, intent: CommentIntent): Needs {
  if (!app.entities.has(intent.entity) || mustSignIn(who)) return NOTHING;
  const record = recordNeeds(app, who, intent.entity, [intent.id]);
  return intent.kind === 'comment' ? record : { ...record, comments: [intent.comment] };
}

/**
 * What answering this person with a record needs beyond what is known already, their own record included; null when
 * nothing is missing. May be asked again. `make` answers: what it made last, with nothing missing, is the answer.
 */
export function moreAnswerNeeds({ row: me }: Who, facts: Facts, make: (facts: Facts) => void): Needs | null {
  const { facts: recording, missing } = recordingFacts({
    ...facts,
    row: (entity, id) => {
      const found = facts.row(entity, id);
      return found === undefined && me !== null && me.id === id && me.entity === entity ? me : found;
    },
  });
  make(recording);
  return missing();
}

/**
 * What `readable`, `canOf`, `wireRecord` and `etagOf` read for these records: the records whole, and what their paths
 * lead to.
 */
export function recordNeeds(app: App, who: Who, entity: string, ids: readonly string[]): Needs {
  const paths = app.entities.get(entity)?.paths ?? [];
  return { ...NOTHING, rows: [...ids.map((id) => ({ entity, id, paths })), ...personNeeds(app, who)] };
}

/** The same of deleted records. */
export function deletedNeeds(app: App, who: Who, entity: string, ids: readonly string[]): Needs {
  const paths = app.entities.get(entity)?.paths ?? [];
  return { ...NOTHING, rows: personNeeds(app, who), deleted: ids.map((id) => ({ entity, id, paths })) };
}

/**
 * What answering with these records needs beyond `recordNeeds`: answers to questions over other records, and what those
 * stand on; null when nothing is missing. May be asked again. `make` answers with each; what it made last, with nothing
 * missing, is the answer.
 */
export function moreRecordNeeds(
  app: App,
  keys: readonly RecordKey[],
  facts: Facts,
  make: (row: Row, facts: Facts) => void,
): Needs | null {
  if (app.questions.size === 0) return null;
  const { facts: recording, missing } = recordingFacts(facts);
  for (const { entity, id } of keys) {
    const row = app.entities.has(entity) ? recording.row(entity, id) : null;
    if (row) make(row, recording);
  }
  return missing();
}

/** Records that history entries of this record name: their people and what their references pointed at. */
export function historyNeeds(
  app: App,
  entity: string,
  entries: readonly {
    readonly actor: object;
    readonly changes: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
  }[],
): Needs {
  const keys = new Map<string, RowNeed>();
  const add = (target: string | undefined, id: unknown) => {
    const prepared = target === undefined ? undefined : app.entities.get(target);
    if (prepared === undefined || typeof id !== 'string') return;
    keys.set(JSON.stringify([prepared.name, id]), { entity: prepared.name, id, paths: prepared.readPaths });
  };
  for (const { actor, changes } of entries) {
    if ('person' in actor) add(app.people?.entity, actor.person);
    for (const { field, from, to } of changes) {
      const type = app.entities.get(entity)?.schema.attributes.get(field)?.type;
      if (type?.kind !== 'reference' && type?.kind !== 'references') continue;
      for (const value of [from, to]) {
        if (type.kind === 'reference') add(type.entity, value);
        else if (Array.isArray(value)) for (const id of value) add(type.entity, id);
      }
    }
  }
  return { ...NOTHING, rows: [...keys.values()] };
}

const NOTHING: Needs = { rows: [], unique: [], files: [], referrers: [] };

function personNeeds({ people }: App, { row }: Who): RowNeed[] {
  if (row === null || people === null || people.paths.length === 0) return [];
  return [{ entity: row.entity, id: row.id, paths: people.paths }];
}

interface InputNeeds {
  readonly rows: readonly RowNeed[];
  readonly unique: readonly UniqueNeed[];
  readonly files: readonly string[];
}

/** Records referred to, values that must be unique, uploads: read off the input without judging it. */
function inputNeeds(app: App, entity: PreparedEntity, input: Json, except: string): InputNeeds {
  if (!isObject(input)) return NOTHING;
  const found = entity.entity.fields
    .filter((field) => Object.hasOwn(input, field.name))
    .map((field) => fieldNeeds(app, entity, field, member(input, field.name), except));
  return joined(found);
}

function fieldNeeds(app: App, entity: PreparedEntity, field: Field, input: Json, except: string): InputNeeds {
  const { type } = field;
  const rows: RowNeed[] = [];
  const files: string[] = [];
  if (type.kind === 'list') {
    const lines = app.entities.get(type.entity);
    const items = Array.isArray(input) && lines !== undefined ? (input as readonly Json[]).slice(0, MOST_LINES) : [];
    return joined(items.map((item) => (lines === undefined ? NOTHING : inputNeeds(app, lines, item, except))));
  }
  if (type.kind === 'reference' || type.kind === 'references') {
    const ids = type.kind === 'reference' ? [input] : severalOf(input);
    const paths = pathsThrough(app, entity, field);
    for (const id of ids) {
      if (typeof id === 'string' && id !== '') rows.push({ entity: type.entity, id: id.trim(), paths });
    }
  }
  if (type.kind === 'file') {
    for (const one of type.several ? severalOf(input) : [input]) {
      const token = tokenIn(one);
      if (token !== null) files.push(token);
    }
  }
  return { rows, files, unique: uniqueNeeds(app, entity, field, input, except) };
}

const severalOf = (input: Json): readonly Json[] =>
  Array.isArray(input) ? (input as readonly Json[]).slice(0, MOST_LINES) : [];

/** More lines than this are refused anyway, or loaded when the decision misses them. */
const MOST_LINES = 1000;

function uniqueNeeds(app: App, entity: PreparedEntity, field: Field, input: Json, except: string): UniqueNeed[] {
  if (!field.unique && !field.signIn) return [];
  const read = fieldType(field.type.kind).read(input, field.type, app.bounds);
  if ('problem' in read || read.value === null) return [];
  return [{ entity: entity.name, field: field.name, value: read.value, except }];
}

/** From the record referred to: what reading it needs, and what decisions about the referring record follow through it. */
function pathsThrough(app: App, entity: PreparedEntity, field: Field): Path[] {
  const { type } = field;
  const target = type.kind === 'reference' || type.kind === 'references' ? app.entities.get(type.entity) : undefined;
  const through = entity.paths.flatMap((path) => (path[0] === field.name && path.length > 1 ? [path.slice(1)] : []));
  return longest([...(target?.readPaths ?? []), ...through]);
}

function joined(all: readonly InputNeeds[]): InputNeeds {
  return {
    rows: all.flatMap(({ rows }) => rows),
    unique: all.flatMap(({ unique }) => unique),
    files: all.flatMap(({ files }) => files),
  };
}
