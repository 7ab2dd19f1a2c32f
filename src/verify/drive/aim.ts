import type { Machine, Rule, Transition } from '../../model/model.ts';
import { namesIn } from '../oracle/asking.ts';
import { dayIn, dayText, instantText } from '../oracle/calendar.ts';
import { oracle } from '../oracle/oracle.ts';
import { ownerOf } from '../oracle/unjudged.ts';
import type { Answer, Json, Stored } from '../oracle/world.ts';
import { ask, callFor, type Driver, isCalled, type OfRecords } from './ask.ts';
import { goodInput, inputNames, sentTo, withLinesThere } from './input.ts';

/** What may be thought of for one rule or transition before it is let be. */
const MOST_THOUGHTS = 150;

/**
 * Looks for what was not met yet: records that nobody made, a transition that was never taken, a rule that nothing broke. The oracle is asked what
 * would come of something that might be sent, and what would meet it is sent.
 */
export async function aim(driver: Driver): Promise<void> {
  const { model, judged, covered } = driver;
  for (const entity of judged) {
    const call = callFor(model, 'create', entity);
    if (call === null || (covered.get(call.id)?.allowed ?? 0) > 0) continue;
    const all = () => edgedRecord(driver, entity, inputNames(driver, entity, call));
    await seek(
      driver,
      () => ({ person: driver.random.pick(driver.people), request: creating(driver, entity, all()) }),
      ({ allowed }) => allowed,
    );
  }
  for (const machine of model.machines.filter(({ entity }) => judged.has(entity))) {
    for (const transition of machine.transitions) {
      if (transition.event === null || transition.from === null || (covered.get(transition.id)?.allowed ?? 0) > 0)
        continue;
      await seek(
        driver,
        () => raising(driver, machine, transition),
        ({ allowed }) => allowed,
      );
    }
  }
  for (const rule of model.rules.filter(({ entity }) => judged.has(ownerOf(model, entity)))) {
    if ((covered.get(rule.id)?.refused ?? 0) > 0) continue;
    await seek(
      driver,
      () => breaking(driver, rule),
      (answer) => faultsOf(answer).some((each) => each.rule === rule.id),
    );
  }
}

const faultsOf = (answer: Answer) => (answer.allowed ? (answer.warned?.faults ?? []) : answer.faults);

/** Asks the first that meets it, of so many. */
async function seek(driver: Driver, think: () => Thought | null, isMet: (answer: Answer) => boolean): Promise<void> {
  const { model, world, trash, comments, subject } = driver;
  for (let turn = 0; turn < MOST_THOUGHTS && driver.found.length < driver.most; turn += 1) {
    const thought = think();
    if (thought === null || !isCalled(model, thought.request)) return;
    const { person, request } = thought;
    const [there, gone, said] = [new Map(world), new Map(trash), new Map(comments)];
    if (!isMet(oracle(model, there, person.id, request, subject.clock.now, gone, said))) continue;
    await ask(driver, person, request);
    return;
  }
}

interface Thought {
  readonly person: Stored;
  readonly request: OfRecords;
}

function raising(driver: Driver, machine: Machine, transition: Transition): Thought | null {
  const { model, world, random, people } = driver;
  const { entity, name } = machine;
  const { event, from } = transition;
  const there = [...world.values()].filter((each) => each.entity === entity && each.values.get(name) === from);
  if (there.length === 0 || event === null) return null;
  const asks = transition.effects.flatMap((effect) => (effect.kind === 'ask' ? [effect.field] : []));
  const call = callFor(model, 'event', entity, event)?.id ?? null;
  const input = Object.fromEntries(edged(driver, entity, asks, goodInput(driver, entity, asks, 0)));
  return {
    person: random.pick(people),
    request: { kind: 'event', entity, id: random.pick(there).id, event, call, input, match: 'current' },
  };
}

/** Something that writes a record of the rule, with unusual values in what the rule reads. */
function breaking(driver: Driver, rule: Rule): Thought | null {
  const { model, world, random, people } = driver;
  const entity = ownerOf(model, rule.entity);
  const there = [...world.values()].filter((each) => each.entity === entity);
  const read = readBy(driver, rule);
  const [[machine, transition] = []] = random.some(waysOf(driver, rule, entity), 1);
  if (machine !== undefined && transition !== undefined && random.chance(rule.events.length > 0 ? 0.8 : 0.2))
    return raising(driver, machine, transition);
  const person = random.pick(people);
  const isNew = there.length === 0 || random.chance(0.5);
  const call = callFor(model, isNew ? 'create' : 'change', entity);
  const names = inputNames(driver, entity, call);
  if (names.length === 0) return null;
  const own = names.filter((name) => read.includes(name) || holdsLines(driver, entity, name, rule));
  if (isNew) {
    const input = edged(driver, entity, own, goodInput(driver, entity, names, 0.05));
    return { person, request: creating(driver, entity, input) };
  }
  const stored = random.pick(there);
  const few = random.some(own.length > 0 ? own : names, 1 + random.below(3));
  const input = withLinesThere(driver, stored, edged(driver, entity, few, goodInput(driver, entity, few, 0)));
  return {
    person,
    request: {
      ...{ kind: 'change', entity, id: stored.id, call: call?.id ?? null, match: 'current' },
      input: sentTo(driver, call, input),
    },
  };
}

function creating(driver: Driver, entity: string, input: ReadonlyMap<string, Json>): OfRecords {
  const call = callFor(driver.model, 'create', entity);
  return { kind: 'create', entity, id: 'new', call: call?.id ?? null, input: sentTo(driver, call, input) };
}

const edgedRecord = (driver: Driver, entity: string, names: readonly string[]) =>
  edged(driver, entity, names, goodInput(driver, entity, names, 0));

/** What a rule reads, and what the computed fields among that are worked out from. */
function readBy({ model }: Driver, { entity, condition }: Rule): readonly string[] {
  const names = new Set(condition?.tree ? namesIn(condition.tree) : []);
  const of = model.entities.filter(({ name }) => name === entity || name === ownerOf(model, entity));
  for (const { name, computed } of of.flatMap(({ fields }) => [...fields, ...fields]))
    if (names.has(name) && computed?.tree) for (const each of namesIn(computed.tree)) names.add(each);
  return [...names];
}

const holdsLines = ({ model }: Driver, entity: string, name: string, rule: Rule): boolean => {
  const field = model.entities.find((each) => each.name === entity)?.fields.find((each) => each.name === name);
  return field?.type.kind === 'list' && field.type.entity === rule.entity;
};

/** The transitions at which a rule is looked at. */
function waysOf({ model }: Driver, { events, states }: Rule, entity: string) {
  return model.machines
    .filter((machine) => machine.entity === entity)
    .flatMap((machine) =>
      machine.transitions
        .filter(({ event, to }) => event !== null && (isNamed(events, event) || isNamed(states, to)))
        .map((transition) => [machine, transition] as const),
    );
}

const isNamed = (names: readonly { readonly name: string }[], name: string | null): boolean =>
  names.some((each) => each.name === name);

/** The same with values in these fields, and in lines within them, that few people would choose. */
function edged(
  driver: Driver,
  entity: string,
  names: readonly string[],
  input: ReadonlyMap<string, Json>,
): ReadonlyMap<string, Json> {
  const { model, random } = driver;
  const fields = model.entities.find((each) => each.name === entity)?.fields ?? [];
  const changed = new Map(input);
  for (const { name, type, required } of fields) {
    if (!names.includes(name) || random.chance(0.4)) continue;
    const given = changed.get(name) ?? null;
    if (type.kind === 'list' && Array.isArray(given)) changed.set(name, edgedLines(driver, type.entity, given));
    else if (!required && random.chance(0.3)) changed.set(name, null);
    else {
      const values = edgesOf(driver, type.kind, given);
      if (values.length > 0) changed.set(name, random.pick(values));
    }
  }
  return changed;
}

function edgedLines(driver: Driver, entity: string, lines: readonly Json[]): readonly Json[] {
  const offers = [...(driver.document.inputs.get(entity) ?? [])];
  const names = offers.flatMap(([name, { use }]) => (use === 'input' ? [name] : []));
  const changed = lines.map((line): Json => {
    if (line === null || typeof line !== 'object') return line;
    return Object.fromEntries(edged(driver, entity, names, new Map(Object.entries(line) as [string, Json][])));
  });
  // The same twice, or more of them than usual.
  return driver.random.chance(0.3) ? [...changed, ...changed, ...changed] : changed;
}

const DAYS: readonly number[] = [-4000, -400, -100, -31, -8, -2, -1, 0, 1, 2, 8, 31, 100, 400, 4000];
const NUMBERS: readonly number[] = [0, 1, 2, 7, 13, 25, 60, 100, 500, 2000, 100_000];

function edgesOf({ model, subject, random }: Driver, kind: string, given: Json): readonly Json[] {
  const { now } = subject.clock;
  const zone = model.product.timeZone.value ?? 'UTC';
  switch (kind) {
    case 'integer':
      return NUMBERS;
    case 'decimal':
      return [...NUMBERS.map(String), '0.5', '7.5'];
    case 'money':
      return [...NUMBERS.map((each) => `${each}.00`), '0.01', '9.99'];
    case 'boolean':
      return [true, false];
    case 'date':
      return DAYS.map((days) => dayText(dayIn(zone, now) + days));
    case 'date and time':
      return DAYS.map((days) => instantText(now + days * 86_400_000 + random.pick([0, 1, -1]) * 3_600_000));
    case 'text':
    case 'long text':
      return [String(given ?? 'x'), 'x', 'A rather long text that says a lot of things. '.repeat(2).trim()];
    default:
      return [];
  }
}
