import type { Machine } from '../../model/types/model.ts';
import type { Answer, Json, Stored } from '../evaluator/world.ts';
import { oracle } from '../oracle/oracle.ts';
import { callFor, type OfRecords } from './calls.ts';
import { bodyFor, goodInput, inputNames } from './input.ts';
import { type Driver, sendAndCompare } from './send-request.ts';

type Line = { readonly [name: string]: Json };

/** A line state in a list of a record. */
interface At {
  readonly entity: string;
  readonly id: string;
  readonly list: string;
  readonly machine: Machine;
  readonly state: string;
}

/** Maximum number of records that are searched for one whose lines somebody may change. */
const MOST_LOOKED_AT = 5;

/**
 * For each state of lines, sends the list of a record with such a line: unchanged, changed, without the line, and
 * empty.
 */
export async function tryLinesInStates(driver: Driver): Promise<void> {
  const { model, judged, world, random } = driver;
  for (const { name: entity, fields } of model.entities.filter(({ name }) => judged.has(name))) {
    for (const { name: list, type } of fields) {
      const machines = model.machines.filter((machine) => type.kind === 'list' && machine.entity === type.entity);
      for (const machine of machines) {
        for (const { name: state } of machine.states) {
          const all = [...world.values()].filter((each) => each.entity === entity);
          const places = all.map(({ id }): At => ({ entity, id, list, machine, state }));
          const existing = places.filter((at) => lineAt(driver, at) !== undefined);
          const some = random.some(existing, MOST_LOOKED_AT);
          const at =
            some.find((each) => peopleWhoMayChange(driver, sending(driver, each, AS_THEY_STAND)).length > 0) ?? some[0];
          if (at !== undefined) await sendLines(driver, at);
        }
      }
    }
  }
}

async function sendLines(driver: Driver, at: At): Promise<void> {
  const { random, people, expectedCounts } = driver;
  for (const way of WAYS) {
    const request = sending(driver, at, way);
    if (request === null || driver.disagreements.length >= driver.most) return;
    const some = peopleWhoMayChange(driver, request);
    const person = random.pick(some.length > 0 ? some : people);
    const expected = oracleAnswer(driver, request, person);
    const ofStates = expected.allowed ? [] : expected.faults.filter(({ hasKnownValue }) => hasKnownValue);
    if (ofStates.some(({ path }) => !path.includes('['))) expectedCounts.staying += 1;
    else if (ofStates.length > 0) expectedCounts.closed += 1;
    await sendAndCompare(driver, person, request);
  }
}

/** Returns the request; null if the line no longer exists or no call takes the list. */
function sending(driver: Driver, at: At, way: Way): OfRecords | null {
  const { entity, id, list } = at;
  const call = callFor(driver, 'change', entity);
  const line = lineAt(driver, at);
  if (call === null || line === undefined || !inputNames(driver, entity, call).includes(list)) return null;
  const input = bodyFor(driver, call, new Map([[list, way(linesOf(driver, at), line, driver, at)]]));
  return { kind: 'change', entity, id, call: call.id, input, match: 'current' };
}

/** Returns the people who may change the record; others get no details about its lines. */
function peopleWhoMayChange(driver: Driver, request: OfRecords | null): readonly Stored[] {
  if (request === null) return [];
  return driver.people.filter((person) => {
    const answer = oracleAnswer(driver, request, person);
    return answer.allowed || answer.status === 422;
  });
}

const oracleAnswer = ({ model, world, subject }: Driver, request: OfRecords, { id }: Stored): Answer =>
  oracle(model, new Map(world), id, request, subject.clock.now);

type Way = (lines: readonly Line[], line: Line, driver: Driver, at: At) => Json;

const AS_THEY_STAND: Way = (lines) => lines;

const WAYS: readonly Way[] = [
  AS_THEY_STAND,
  (lines, line, driver, { machine }) => {
    const [name = ''] = driver.random.some(inputNames(driver, machine.entity, null), 1);
    const changed = Object.fromEntries(goodInput(driver, machine.entity, [name], 0));
    return lines.map((each): Line => (each === line ? { ...onlyNamed(each), ...changed } : onlyNamed(each)));
  },
  // Nobody can enter a state.
  (lines, line, { random }, { machine }) =>
    lines.map((each): Line => (each === line ? { ...each, [machine.name]: random.pick(machine.states).name } : each)),
  (lines, line) => lines.filter((each) => each !== line).map(onlyNamed),
  (_lines, line, driver, { machine }) => {
    const names = inputNames(driver, machine.entity, null);
    return [Object.fromEntries(goodInput(driver, machine.entity, names, 0)), onlyNamed(line)];
  },
  (_lines, _line, { random }) => random.pick<Json>([[], null]),
];

/** Returns only the id, so that all values of the line stay as they are. */
function onlyNamed({ id = null }: Line): Line {
  return { id };
}

const lineAt = (driver: Driver, at: At): Line | undefined =>
  linesOf(driver, at).find((line) => line[at.machine.name] === at.state);

function linesOf({ world }: Driver, { id, list }: At): readonly Line[] {
  const lines = world.get(id)?.values.get(list) ?? null;
  return Array.isArray(lines) ? (lines as readonly Line[]) : [];
}
