import type { Entity, Machine, Reference, Rule, Transition } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import { titleOf } from '../liberal/3-entities.ts';
import { openOwner, optionsOf, stateField } from '../liberal/4-owners.ts';
import { type Given, type Outline, outlineOf, skeleton, type Told, transitionsIn } from '../liberal/4-states.ts';
import { joinHelp } from '../liberal/kept.ts';
import type { KnownMachine, Lexicon } from '../liberal/lexicon.ts';
import { nameKey } from '../liberal/phrases/fold.ts';
import type { Span } from '../markdown/span.ts';
import { type Reader, words } from '../reader.ts';
import { type Area, listed } from './4-areas.ts';
import { type Keys, keysOf } from './4-keys.ts';
import { machineFrom, placesOf } from './4-machine.ts';
import { mentionedIn, type Row, rowsMeant, transitionsOf } from './4-rows.ts';

/** A machine before its transitions are read: what states it, and where. */
export interface Draft {
  readonly entity: string;
  /** Null: it is called like the field of the entity that it is. */
  readonly machine: string | null;
  readonly at: Span;
  readonly area: Area | null;
  readonly told: Told | null;
}

/** One for each heading that states a machine, and one for each entity of which only words tell. */
export function draftsOf(
  reader: Reader,
  areas: readonly Area[],
  told: ReadonlyMap<string, Told>,
  given: Given,
): Draft[] {
  const drafts: Draft[] = [];
  const used = new Set<string>();
  for (const area of areas) {
    const entity = entityOf(reader, area, given);
    if (entity === null) continue;
    const own = used.has(entity) ? null : (told.get(entity) ?? null);
    used.add(entity);
    drafts.push({ entity, machine: area.machine, at: area.title ?? area.rows[0]?.cells.at ?? EMPTY, area, told: own });
  }
  const taken = new Set(drafts.map(({ area }) => area));
  for (const [entity, own] of told) {
    if (used.has(entity)) continue;
    const area = areas.find((each) => each.title !== null && each.owners?.[0] === entity && !taken.has(each)) ?? null;
    drafts.push({ entity, machine: null, at: area?.title ?? own.at, area, told: own });
  }
  return drafts.toSorted((one, other) => one.at.from - other.at.from);
}

const NOTHING = { transitions: [], rules: [] };
const EMPTY: Span = { text: '', from: 0 };

/** The entity whose machine the tables and keys under a heading state; null where they state none. */
function entityOf(reader: Reader, area: Area, { entities }: Given): string | null {
  const { title, owners, rows, keys, states } = area;
  if (area.machine === null && rows.length + keys.length + states.length === 0 && !area.isNotShown) return null;
  if (title === null && rows.length === 0) return null;
  const [owner] = owners ?? [];
  if (owner !== undefined && owners?.length === 1) return owner;
  const found =
    rows.length === 0
      ? null
      : byStates(area, owners === null ? entities : entities.filter(({ name }) => owners.includes(name)));
  if (found !== null) return found.name;
  if (title !== null && (owners === null || owners.length === 0)) return words(titleOf(title));
  const at = rows[0]?.cells.at ?? title ?? EMPTY;
  reader.report(say.partNotRead(words(title ?? at), 'Put the table under a heading “### Entity: status”.'), at, {
    point: 4,
  });
  for (const { cells } of rows) reader.lose(4, cells.at.text);
  return null;
}

/** The one entity whose field has all states of the table among its choices. */
function byStates({ rows }: Area, entities: readonly Entity[]): Entity | null {
  const states = rows
    .flatMap(({ names, to }) => [...names, ...(to === null ? [] : [to])])
    .map((name) => nameKey(words(name)));
  const found = entities.filter((entity) => {
    const field = stateField(entity, new Set(states));
    return field?.type.kind === 'choice' && states.every((state) => optionsOf(field).includes(state));
  });
  return found.length === 0 ? openOwner(entities) : found.length === 1 ? (found[0] ?? null) : null;
}

export interface Plan {
  readonly draft: Draft;
  readonly id: string;
  readonly name: string;
  readonly keys: Keys;
  readonly rows: readonly Row[];
  readonly mentioned: readonly Reference[];
  readonly canonical: (name: string) => string;
  /** Null where the machine is stated under a name of its own. */
  readonly outline: Outline | null;
}

/** The states of a machine, and what it is called. */
export function planOf(reader: Reader, draft: Draft, { entities }: Given): Plan {
  const { area, told } = draft;
  const found = entities.find(({ name }) => name === draft.entity) ?? null;
  const about = { point: 4, element: null } as const;
  const own = keysOf(reader, area?.keys ?? [], about);
  const field = found === null ? null : stateField(found);
  const options = field?.type.kind === 'choice' ? field.type.options.map((option) => option.name) : [];
  const rows = rowsMeant(reader, area?.rows ?? [], own, options);
  const mentioned = mentionedIn(reader, rows, own);
  const stated = [...own.states, ...listed(reader, area?.states ?? []), ...mentioned];
  const outline =
    found === null || (draft.machine !== null && told === null) ? null : outlineOf(reader, found, told, stated);
  const name = draft.machine ?? outline?.name ?? 'status';
  const isField = outline !== null && (told !== null || outline.field !== null || (area?.states.length ?? 0) > 0);
  const names = new Map(
    isField ? (outline?.states ?? []).map((state) => [nameKey(state.name), state.name] as const) : [],
  );
  const canonical = (written: string) => names.get(nameKey(written)) ?? written;
  const renamed = <T extends Reference>(each: T): T => ({ ...each, name: canonical(each.name) });
  const final = listed(reader, area?.final ?? []).map((each, index) => ({
    ...each,
    span: area?.final[index] ?? EMPTY,
  }));
  const keys: Keys = {
    ...own,
    states:
      own.states.length > 0 && !isField
        ? own.states
        : isField
          ? (outline?.states ?? [])
          : listed(reader, area?.states ?? []),
    final: [...own.final, ...final, ...(outline?.final ?? [])].map(renamed),
    editableIn: own.editableIn?.map(renamed) ?? own.editableIn,
  };
  const id = reader.id('machine', draft.entity, name);
  return {
    draft,
    id,
    name,
    keys,
    rows,
    mentioned: mentioned.map(renamed),
    canonical,
    outline: draft.machine === null ? outline : null,
  };
}

/** What the document states, the machines of this reading included. */
export function lexiconWith(reader: Reader, plans: readonly Plan[], given: Given): Lexicon {
  const before = reader.lexicon();
  const machines = plans.flatMap(({ draft, name, outline }): KnownMachine[] => {
    const entity = given.entities.find((each) => each.name === draft.entity);
    const earlier = before.machines.find((machine) => machine.entity === draft.entity && machine.name === name);
    if (entity === undefined) return earlier === undefined ? [] : [earlier];
    return [skeleton(entity, name, outline?.states ?? earlier?.states ?? [], earlier?.transitions ?? [])];
  });
  const entities = withoutFields(given.entities, settledBy(plans));
  const { roles, constants } = given;
  return reader.sameLexicon({ ...before, entities, roles, constants, machines, made: new Map() });
}

/** Fields that are machines, by their entity. */
export function settledBy(plans: readonly Plan[]): Map<string, string> {
  return new Map(
    plans.flatMap(({ draft, outline }) =>
      outline === null || outline.field === null ? [] : [[draft.entity, outline.field] as const],
    ),
  );
}

/** A field whose states point 4 states is a machine, and no field besides. */
export function withoutFields(entities: readonly Entity[], settled: ReadonlyMap<string, string>): Entity[] {
  return entities.map((entity) => {
    const field = settled.get(entity.name);
    return field === undefined ? entity : { ...entity, fields: entity.fields.filter(({ name }) => name !== field) };
  });
}

export function machineOf(
  reader: Reader,
  plan: Plan,
  lexicon: Lexicon | null,
  help: string,
): { readonly machine: Machine; readonly rules: Rule[] } {
  const { draft, id, name, keys, mentioned, canonical, outline } = plan;
  const { entity, told } = draft;
  const owner = { entity, name, canonical, lexicon: () => lexicon ?? reader.lexicon() };
  const places = placesOf([...keys.states, ...mentioned]);
  const rows = plan.rows.flatMap((row) => transitionsOf(reader, row, keys, places, owner));
  const said =
    told === null || lexicon === null || outline === null
      ? NOTHING
      : transitionsIn(reader, told, { ...outline, name }, lexicon);
  const begins = rows.some(({ from }) => from === null);
  const transitions = [...rows, ...said.transitions.filter(({ from }) => from !== null || !begins)];
  const all = joinHelp(help, ...(told?.quotes ?? []));
  const heading = { id, entity, name, at: draft.at, help: all };
  const states = [...mentioned, ...said.transitions.flatMap(statesOf)];
  return { machine: machineFrom(reader, heading, keys, transitions, states), rules: said.rules };
}

const statesOf = ({ from, to, at }: Transition) => [...(from === null ? [] : [{ name: from, at }]), { name: to, at }];
