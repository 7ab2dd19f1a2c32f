import { parseExpression } from '../../expressions/syntax/parse.ts';
import type { Model } from '../../model/types/model.ts';
import { textFormatKinds } from '../../model/types/text-formats.ts';
import { advanceClock } from '../drive/advance-clock.ts';
import { UNUSED_ID } from '../drive/call-address.ts';
import { callFor } from '../drive/calls.ts';
import { checkComments } from '../drive/comments.ts';
import type { Coverage } from '../drive/coverage.ts';
import { bodyFor, goodInput, inputNames, withExistingLines, withMistakes } from '../drive/input.ts';
import { tryLinesInStates } from '../drive/lines.ts';
import { unreachableReasons } from '../drive/possible-requests.ts';
import { worldOf } from '../drive/records.ts';
import type { Subject } from '../drive/running-application.ts';
import { type Disagreement, type Driver, sendAndCompare, zeroCounts } from '../drive/send-request.ts';
import { unjudgedIn } from '../evaluator/find-unjudged-parts.ts';
import { stateOf } from '../evaluator/names.ts';
import { isUnstored } from '../evaluator/read-values.ts';
import type { Json, Match, Request, Stored } from '../evaluator/world.ts';
import { type GeneratedDocument, randomFrom } from '../generate/generate-document.ts';
import { oracle } from '../oracle/oracle.ts';
import { noteStateEntries } from '../oracle/timers.ts';
import { coverMissing } from './aim.ts';

export interface DriveResult {
  readonly requests: number;
  readonly people: number;
  readonly coverage: Coverage;
  /** How often the server answered with each status. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly expectedCounts: Driver['expectedCounts'];
  readonly disagreements: readonly Disagreement[];
  /** Why a transition was not taken, by its id. */
  readonly reasons: ReadonlyMap<string, string>;
  /** Why no request can reach something, by its id. */
  readonly impossible: ReadonlyMap<string, string>;
}

/** Whether the document has people to test as. */
export async function hasPeople({ person }: GeneratedDocument, { records }: Subject): Promise<boolean> {
  return (await records.rows(person, 1)).length > 0;
}

export interface DriveOptions {
  /** Coverage of earlier rounds, which is extended; only missing elements are then looked for. */
  readonly before?: Coverage | null;
  /** Maximum number of people for requests that everybody sends. */
  readonly mostPrincipals?: number;
  /** Number of multi-step plans per element that nothing else reached. */
  readonly walks?: number;
}

/**
 * Tests a running document with all kinds of requests. Stops after `most` disagreements. Rejects if there are no
 * people.
 */
export async function drive(
  document: GeneratedDocument,
  subject: Subject,
  most: number,
  { before = null, mostPrincipals = Number.POSITIVE_INFINITY, walks = 14 }: DriveOptions = {},
): Promise<DriveResult> {
  const { model, clock } = subject;
  const world = await worldOf(subject.records, model);
  const people = [...world.values()].filter((stored) => stored.entity === document.person);
  if (people.length === 0) throw new Error('The document has no people to send requests as.');
  const principals = [...people, null];
  const driver: Driver = {
    document,
    model,
    world,
    random: randomFrom(document.seed),
    count: { next: 0 },
    subject,
    people,
    principals,
    impossible: unreachableReasons(model, world, principals, clock.now),
    mostPrincipals,
    plansPerElement: walks,
    mayAdvanceClock: false,
    sessions: new Map(),
    judged: judgedIn(model),
    coverage: before ?? new Map(),
    disagreements: [],
    requests: { count: 0 },
    trash: new Map(),
    comments: new Map(),
    stateEntries: new Map(),
    statuses: new Map(),
    expectedCounts: zeroCounts(),
    most,
    reasons: new Map(),
  };
  for (const stored of world.values()) noteStateEntries(model, driver.stateEntries, undefined, stored, clock.now);
  for (const phase of before === null ? PHASES : FURTHER) {
    if (driver.disagreements.length < most) await phase(driver);
  }
  const { requests, coverage, statuses, expectedCounts, disagreements } = driver;
  const { reasons, impossible } = driver;
  return {
    requests: requests.count,
    people: people.length,
    coverage,
    reasons,
    impossible,
    statuses,
    expectedCounts,
    disagreements: disagreements.slice(0, most),
  };
}

/** Like `aim`, but may advance the clock to when something is due. */
const waiting = (driver: Driver): Promise<void> => coverMissing({ ...driver, mayAdvanceClock: true });

const PHASES = [
  ...[lists, refusedEvents, creations, changes, allowedEvents, coverMissing, tryLinesInStates],
  ...[checkComments, deletions, advanceClock(36), restorations, checkComments, lists],
  // Timers with a delay of 30 hours are checked just before and just after their time.
  ...[
    advanceClock(25),
    advanceClock(95),
    allowedEvents,
    coverMissing,
    tryLinesInStates,
    advanceClock(40 * 24),
    waiting,
    advanceClock(400 * 24),
    lists,
  ],
];

/** The phases for further data, which only look for missing coverage. */
const FURTHER = [coverMissing, waiting];

/** Returns the entities that the oracle fully understands; none if an unknown part affects all. */
function judgedIn(model: Model): ReadonlySet<string> {
  const unknown = unjudgedIn(model).map(({ entity }) => entity);
  const own = model.entities.filter(({ name, belongsTo }) => belongsTo === null && !unknown.includes(name));
  return new Set(unknown.includes(null) ? [] : own.map(({ name }) => name));
}

/** Returns everybody, or some people if that is enough. */
function somePrincipals({ random, principals, mostPrincipals }: Driver): Driver['principals'] {
  return mostPrincipals >= principals.length ? principals : random.some(principals, mostPrincipals);
}

const entitiesOf = ({ judged }: Driver): readonly string[] => [...judged];

/** Requests every list as everybody, with some filters and sort orders. */
async function lists(driver: Driver): Promise<void> {
  const { model, random } = driver;
  for (const entity of entitiesOf(driver)) {
    const filters = filtersOf(driver, entity);
    for (const person of somePrincipals(driver)) {
      if (driver.disagreements.length >= driver.most) return;
      const plain = { kind: 'list', entity, screen: null, filter: null, sort: null } as const;
      await sendAndCompare(driver, person, plain);
      const filter = random.pick(filters);
      await sendAndCompare(
        driver,
        person,
        { ...plain, filter: parseExpression(filter).tree ?? 'unreadable' },
        { filter },
      );
      const fields = model.entities.find((each) => each.name === entity)?.fields ?? [];
      const sortable = fields.filter(
        (each) =>
          // Fields that depend on the clock cannot be sorted by a database.
          !isUnstored(model, entity, each.name) &&
          (['text', 'integer', 'decimal', 'date', 'date and time'].includes(each.type.kind) ||
            (each.type.kind === 'money' && each.type.currency !== null)),
      );
      if (sortable.length === 0) continue;
      const { name: field } = random.pick(sortable);
      const descending = random.chance(0.5);
      await sendAndCompare(
        driver,
        person,
        { ...plain, sort: { field, descending } },
        { sort: `${descending ? '-' : ''}${field}` },
      );
    }
  }
}

const NOT_ANSWERABLE =
  /\d (?:h|min|hours?|minutes?)\b|\bnow\b|overlaps|[wW]orking|date\(|size\(|coalesce\(|round\(|[A-Z]{3,}_?[A-Z]*|\w\.\w+ [+-]|\.all\(|\bwhere\b/;

/** Returns filters for a list: conditions of the document, and some that compare fields with values of existing records. */
function filtersOf({ model, world, random }: Driver, entity: string): readonly string[] {
  const cells = model.permissions.flatMap((cell) =>
    cell.entity === entity && cell.grant.kind === 'yes' && cell.grant.where !== null ? [cell.grant.where.text] : [],
  );
  const guards = model.machines
    .filter((machine) => machine.entity === entity)
    .flatMap((machine) => machine.transitions.flatMap((transition) => transition.guard?.text ?? []));
  const rules = model.rules.flatMap((rule) =>
    rule.entity === entity && rule.condition !== null ? [rule.condition.text] : [],
  );
  const some = [...world.values()].filter((stored) => stored.entity === entity);
  const fields = model.entities.find((each) => each.name === entity)?.fields ?? [];
  const stored = fields.filter(({ name }) => !isUnstored(model, entity, name));
  const values = stored.flatMap((field): readonly string[] => {
    const value = some.length === 0 ? null : (random.pick(some).values.get(field.name) ?? null);
    const name = `this[${JSON.stringify(field.name)}]`;
    return [
      `${name} == null`,
      `${name} != null`,
      ...(typeof value === 'string' && ['text', 'choice', 'date', ...textFormatKinds].includes(field.type.kind)
        ? [`${name} == ${JSON.stringify(value)}`, `${name} != ${JSON.stringify(value)}`]
        : []),
    ];
  });
  // Not every function can be evaluated by a database, and not every person sees the constants.
  const answerable = [...cells, ...guards, ...rules].filter((text) => !NOT_ANSWERABLE.test(text));
  return [...answerable, ...answerable, ...values, 'true', 'id != null', 'nothing == 3', 'label', '== 3'];
}

/** Raises every event as everybody on a record in each state, where it is refused and nothing changes. */
async function refusedEvents(driver: Driver): Promise<void> {
  const { world, model, subject } = driver;
  for (const request of eventRequests(driver)) {
    for (const person of somePrincipals(driver)) {
      if (driver.disagreements.length >= driver.most) return;
      const answer = oracle(model, new Map(world), person?.id ?? null, request, subject.clock.now);
      if (!answer.allowed) await sendAndCompare(driver, person, request);
    }
  }
}

/** Raises events where they are allowed, while there are records in the state. */
async function allowedEvents(driver: Driver): Promise<void> {
  const { world, model, random, subject } = driver;
  for (let round = 0; round < 2; round += 1) {
    for (const request of random.some(eventRequests(driver), 60)) {
      for (const person of random.some(somePrincipals(driver), driver.principals.length)) {
        if (driver.disagreements.length >= driver.most) return;
        const answer = oracle(model, new Map(world), person?.id ?? null, request, subject.clock.now);
        if (answer.allowed) await sendAndCompare(driver, person, request);
      }
    }
  }
}

type EventRequest = Extract<Request, { readonly kind: 'event' }>;

function eventRequests(driver: Driver): readonly EventRequest[] {
  const { model, random, document } = driver;
  return model.machines
    .filter(({ entity }) => driver.judged.has(entity))
    .flatMap((machine) => {
      const events = [...new Set(machine.transitions.flatMap((transition) => transition.event ?? []))];
      const states = machine.stateless ? [''] : machine.states.map(({ name }) => name);
      return states.flatMap((state) => {
        const candidates = [...driver.world.values()].filter(
          (stored) => stored.entity === machine.entity && stateOf(machine, stored.values) === state,
        );
        return random.some(candidates, 1).flatMap((stored) =>
          events.map((event): EventRequest => {
            const call = callFor(driver, 'event', machine.entity, event);
            const asks = machine.transitions
              .filter((each) => each.event === event && each.from === state)
              .flatMap((each) => each.effects.flatMap((effect) => (effect.kind === 'ask' ? [effect.field] : [])));
            const good = goodInput(driver, machine.entity, asks, 0.1);
            const bad = random.chance(0.2)
              ? withMistakes(
                  driver,
                  machine.entity,
                  good,
                  asks.length > 0 ? asks : [...(document.inputs.get(machine.entity)?.keys() ?? [])],
                )
              : good;
            return {
              kind: 'event',
              entity: machine.entity,
              id: stored.id,
              event,
              call: call?.id ?? null,
              input: Object.fromEntries(bad),
              match: matchOf(driver),
            };
          }),
        );
      });
    });
}

function matchOf({ random }: Driver): Match {
  return random.chance(0.92) ? 'current' : random.pick(['stale', 'none']);
}

async function creations(driver: Driver): Promise<void> {
  for (const entity of entitiesOf(driver)) {
    for (const person of somePrincipals(driver)) {
      if (driver.disagreements.length >= driver.most) return;
      const call = callFor(driver, 'create', entity);
      const names = inputNames(driver, entity, call);
      const good = goodInput(driver, entity, names, 0.15);
      const base = { kind: 'create', entity, id: '', call: call?.id ?? null } as const;
      await sendAndCompare(driver, person, { ...base, input: bodyFor(driver, call, good) });
      for (let each = 0; each < 2; each += 1)
        await sendAndCompare(driver, person, {
          ...base,
          input: bodyFor(driver, call, withMistakes(driver, entity, good, names)),
        });
    }
  }
}

async function changes(driver: Driver): Promise<void> {
  const { random, world } = driver;
  for (const entity of entitiesOf(driver)) {
    for (const person of somePrincipals(driver)) {
      for (const stored of random.some(
        [...world.values()].filter((each) => each.entity === entity),
        4,
      )) {
        if (driver.disagreements.length >= driver.most) return;
        const call = callFor(driver, 'change', entity);
        const names = inputNames(driver, entity, call);
        const good = goodInput(driver, entity, random.some(names, 1 + random.below(2)), 0);
        const input = random.chance(0.4) ? withMistakes(driver, entity, good, names) : good;
        await sendAndCompare(driver, person, {
          kind: 'change',
          entity,
          id: stored.id,
          call: call?.id ?? null,
          input: bodyFor(driver, call, withExistingLines(driver, stored, input)),
          match: matchOf(driver),
        });
      }
    }
  }
}

async function deletions(driver: Driver): Promise<void> {
  const { people, random, world } = driver;
  for (const entity of entitiesOf(driver)) {
    for (const person of somePrincipals(driver)) {
      const stored = [...world.values()].filter(
        (each) => each.entity === entity && !people.some((one) => one.id === each.id),
      );
      for (const each of random.some(stored, 2)) {
        if (driver.disagreements.length >= driver.most) return;
        await sendAndCompare(driver, person, { kind: 'delete', entity, id: each.id, match: matchOf(driver) });
      }
      await sendAndCompare(driver, person, { kind: 'read', entity, id: UNUSED_ID });
    }
  }
}

/** Returns the existing records that a record refers to, without people and itself. */
function targetsOf({ model, world, people }: Driver, { entity, id, values }: Stored): readonly Stored[] {
  const fields = model.entities.find((each) => each.name === entity)?.fields ?? [];
  const ids = fields.flatMap(({ name, type }): readonly Json[] => {
    const json = values.get(name) ?? null;
    if (type.kind !== 'reference' && type.kind !== 'references') return [];
    return Array.isArray(json) ? json : [json];
  });
  const found = ids.flatMap((each) => world.get(String(each)) ?? []);
  return found.filter((each) => each.id !== id && !people.some((person) => person.id === each.id));
}

/** Everybody lists deleted records and restores some; a unique value may be taken by then. */
async function restorations(driver: Driver): Promise<void> {
  const { model, random, world, trash } = driver;
  for (const entity of entitiesOf(driver)) {
    const call = callFor(driver, 'change', entity);
    const unique = inputNames(driver, entity, call).filter(
      (name) =>
        model.entities.find((each) => each.name === entity)?.fields.find((field) => field.name === name)?.unique,
    );
    for (const person of somePrincipals(driver)) {
      if (driver.disagreements.length >= driver.most) return;
      const gone = [...trash.values()].filter((each) => each.entity === entity);
      const candidates = [...world.values()].filter((each) => each.entity === entity);
      const [one] = random.some(gone, 1);
      const [other] = random.some(candidates, 1);
      const [name] = random.some(unique, 1);
      if (one !== undefined && other !== undefined && name !== undefined && random.chance(0.5)) {
        const input = bodyFor(driver, call, new Map([[name, one.values.get(name) ?? null]]));
        const base = { kind: 'change', entity, call: call?.id ?? null, match: 'current' } as const;
        await sendAndCompare(driver, person, { ...base, id: other.id, input });
      }
      const [target] = one === undefined ? [] : random.some(targetsOf(driver, one), 1);
      const deletion = { kind: 'delete', match: 'current' } as const;
      if (target !== undefined)
        await sendAndCompare(driver, person, { ...deletion, entity: target.entity, id: target.id });
      await sendAndCompare(driver, person, { kind: 'deleted', entity });
      for (const { id } of [...random.some(gone, 2), ...random.some(candidates, 1)])
        await sendAndCompare(driver, person, { kind: 'restore', entity, id, match: matchOf(driver) });
    }
  }
}
