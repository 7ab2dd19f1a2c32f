import { type Flow, flowsOf } from '../../src/checks/information-flow/information-flows.ts';
import { contextOf } from '../../src/checks/runner/run.ts';
import { recordsIn } from '../../src/cli/environment/running-subject.ts';
import type { Problem } from '../../src/engine/core/wire-format.ts';
import { loadPrincipal } from '../../src/server/runtime/persons.ts';
import { worldOf } from '../../src/verify/drive/records.ts';
import type { Stored, World } from '../../src/verify/evaluator/world.ts';
import {
  GENERATED_NOW,
  generateDocument,
  type Random,
  randomFrom,
} from '../../src/verify/generate/generate-document.ts';
import { oracle } from '../../src/verify/oracle/oracle.ts';
import { values } from '../support/database/stores.ts';
import { claimsWithComments, someFriday } from '../support/http/server.ts';
import { type Answer, maker } from '../support/permissions/world.ts';
import { depotDocument, OFFICE, OFFICE_ONLY } from '../support/proofs/twin-depot.ts';
import { drawFromSeeds, startTwins, type Twin } from '../support/proofs/twin-pair.ts';
import { type Aim, type Asked, someQuestions } from '../support/proofs/twin-questions.ts';
import { excuseFor, flowsFrom, type Secret, secretsOf } from '../support/proofs/twin-secrets.ts';
import { defineProof } from './proof.ts';

/** Of so many documents one is the example. */
const EXAMPLE_EVERY = 6;
/** Of so many one is of jobs and crates: what comes back, has a bound, or does something elsewhere. */
const DEPOT_EVERY = 3;
/** How many secrets are altered in one document, one after the other. */
const SECRETS = 8;
/** How often it is who stands among several, where that is kept from somebody. */
const MEMBERS = 0.5;

/** So many documents in a row that keep nothing from anybody are no chance any more. */
const MOST_IDLE = 30;
/** Enough to see what is wrong. */
const MOST_FAILURES = 5;

interface Tally {
  requests: number;
  /** Of them, those that changed something. */
  written: number;
  secrets: number;
  /** Requests that are aimed at something, by what. */
  readonly aimed: Map<Aim, number>;
  readonly excused: Map<string, number>;
  readonly failures: string[];
}

export const proof = defineProof({
  id: 'P2',
  promise:
    'Two servers that differ in one value, or one record, that a person may not read answer them alike to the last header, except along the flows that the checker lists, until a write makes it theirs to read.',
  unit: 'requests to both',
  counts: { short: 20_000, full: 200_000 },
  stretch: 2_000,
  async run(seed, count) {
    const tally: Tally = { requests: 0, written: 0, secrets: 0, aimed: new Map(), excused: new Map(), failures: [] };
    const end = drawFromSeeds();
    try {
      for (let at = 0, idle = 0; tally.requests < count && tally.failures.length < MOST_FAILURES; at++) {
        const before = tally.requests;
        await tryDocument(seed + at, tally);
        idle = tally.requests === before ? idle + 1 : 0;
        if (idle < MOST_IDLE) continue;
        tally.failures.push(`document ${seed + at}: so many in a row have nothing to hide`);
        break;
      }
    } finally {
      end();
    }
    const excused = [...tally.excused].map(([flow, times]) => `${flow} ${times}`).join(', ');
    return {
      done: tally.requests,
      failures: tally.failures,
      figures: {
        'secrets of the last stretch': tally.secrets,
        'writes that went through in it': tally.written,
        'aimed at what comes back in it': tally.aimed.get('brought back') ?? 0,
        'at a bound on several records': tally.aimed.get('bound') ?? 0,
        'at what an event does elsewhere': tally.aimed.get('elsewhere') ?? 0,
        'excused in it': excused === '' ? 'none' : excused,
      },
    };
  },
});

interface Drawn {
  readonly text: string;
  readonly now: number;
  /** What nobody else reads stands in no answer by its name either. */
  readonly named: { readonly words: RegExp; readonly to: string } | null;
}

function documentOf(seed: number): Drawn {
  if (seed % DEPOT_EVERY === 1)
    return { text: depotDocument(seed), now: GENERATED_NOW, named: { words: OFFICE_ONLY, to: OFFICE } };
  if (seed % EXAMPLE_EVERY !== 0) return { text: generateDocument(seed).text, now: GENERATED_NOW, named: null };
  const text = claimsWithComments().replace(/^\| Requests \|.*$/m, '| Requests | 1000000 per minute | |');
  return { text, now: someFriday, named: null };
}

async function tryDocument(seed: number, tally: Tally): Promise<void> {
  const { text, now, named } = documentOf(seed);
  const random = randomFrom(seed);
  const twins = await startTwins(text, now, seed);
  const [one] = twins;
  try {
    const { model, compiled: app } = one.runtime.current();
    const flows = flowsOf(contextOf(model));
    const person = app.people?.entity ?? '';
    const failures = tally.failures.length;
    for (let left = SECRETS; left > 0 && tally.failures.length === failures; left--) {
      const world = await worldOf(recordsIn(one.store), model);
      const people = [...world.values()].filter((stored) => stored.entity === person);
      if (people.length === 0) return;
      const { id } = random.pick(people);
      const secrets = secretsOf(model, world, id, now, random);
      const members = secrets.filter(({ member }) => member !== null);
      const [secret] = random.some(members.length > 0 && random.chance(MEMBERS) ? members : secrets, 1);
      if (secret === undefined) continue;
      const trial = { seed, twins, world, now, person: id, secret, flows, named, random, tally };
      if (!(await trySecret(trial)) || secret.restore === null) return;
    }
  } finally {
    for (const twin of twins) await twin.stop();
  }
}

interface Trial {
  readonly seed: number;
  readonly twins: readonly [Twin, Twin];
  readonly world: World;
  readonly now: number;
  readonly person: string;
  readonly secret: Secret;
  readonly flows: readonly Flow[];
  readonly named: Drawn['named'];
  readonly random: Random;
  readonly tally: Tally;
}

/** Alters the secret in one twin and asks both; false where they are not the same any more afterwards. */
async function trySecret(trial: Trial): Promise<boolean> {
  const { twins, person, secret, random, tally } = trial;
  const [one, other] = twins;
  const model = one.runtime.current().model;
  const { roles } = await loadPrincipal(one.runtime, one.runtime.current(), person);
  const held = new Set([
    ...roles,
    ...model.roles.filter(({ relation }) => relation.length > 0).map(({ name }) => name),
  ]);
  const possible = flowsFrom(trial.flows, secret, held);
  const ears = [await one.listen(person), await other.listen(person)] as const;
  tally.secrets++;
  try {
    // Both are written, so that both say the same of who wrote last.
    if (secret.restore !== null) await one.write(secret.restore);
    await other.write(secret.alter);
    const isRead = ({ entity, id }: Stored) =>
      oracle(model, trial.world, person, { kind: 'read', entity, id }, trial.now).allowed;
    const running = { runtime: one.runtime, make: maker(trial.seed), world: { person: '' } };
    for (const asked of someQuestions(running, trial.world, secret, isRead, random)) {
      await take(trial, asked);
      const [first, second] = await askBoth(trial, asked);
      tally.requests++;
      if (asked.aim !== undefined) tally.aimed.set(asked.aim, (tally.aimed.get(asked.aim) ?? 0) + 1);
      const name = held.has(trial.named?.to ?? '') ? null : nameIn(trial, asked, [first, second]);
      if (name !== null) {
        tally.failures.push(`${told(trial)}: ${name}`);
        return false;
      }
      if (asked.isWrite && first.status < 300) tally.written++;
      if (isAlike(first, second)) continue;
      const excuse = (await isReadNow(trial))
        ? GIVEN
        : excuseFor(possible, model, { ...asked, isAway: await isAway(trial) });
      // That there are too many is said, and not how many there are.
      if (
        excuse === null ||
        (excuse.kind === 'bound' && (first.status === second.status || isCounted(first, second)))
      ) {
        tally.failures.push(`${told(trial)}: ${difference(asked, first, second)}`);
        return false;
      }
      count(tally, excuse);
      if (asked.isWrite) return false;
    }
    await compareTold(trial, ears, possible);
    return await restored(trial);
  } finally {
    for (const ear of ears) await ear.stop();
  }
}

/** Somebody who makes a record theirs by a write may read what they could not: it is no secret from then on. */
const GIVEN = { kind: 'given by the write' } as const;

/** Whether the person reads the secret in both by now, as the oracle says. */
async function isReadNow({ twins, secret, person, now }: Trial): Promise<boolean> {
  const { field, member } = secret;
  const { entity, id } = member ?? secret;
  for (const twin of twins) {
    const { model } = twin.runtime.current();
    const world = await worldOf(recordsIn(twin.store), model);
    const seen = oracle(model, world, person, { kind: 'read', entity, id }, now);
    if (member !== null && seen.allowed) continue;
    const value = seen.allowed && field !== null ? seen.record?.fields.get(field) : null;
    if (value === null || value === undefined) return false;
  }
  return true;
}

/** Whether one of them says how many stand in a field of several, of which some are hidden. */
function isCounted(...answers: readonly Answer[]): boolean {
  return answers.some(({ status, text }) => {
    const { failures = [] } = status < 400 ? {} : (JSON.parse(text) as Partial<Problem>);
    return failures.some(({ code, message }) => /^TOO_(?:MANY|FEW)_LINES$/.test(code) && /\d/.test(message));
  });
}

/** Gives away what a deleted record had, where it is deleted in both and nobody else has it. */
async function take({ twins }: Trial, { entity, taken = [] }: Asked): Promise<void> {
  for (const { from, by, field, value } of taken) {
    const kept = await Promise.all(twins.map(({ store }) => store.people(entity ?? '', 1_000)));
    const isFree = kept.every(
      (rows) => rows.every((row) => row.id !== from && row.values[field] !== value) && rows.some(({ id }) => id === by),
    );
    if (!isFree) continue;
    for (const twin of twins)
      await twin.write([{ kind: 'update', entity: entity ?? '', id: by, values: values({ [field]: value }) }]);
  }
}

/** What is said where an answer names a field that nobody of theirs reads, unless they asked by that name. */
function nameIn({ named }: Trial, { question }: Asked, answers: readonly Answer[]): string | null {
  if (named === null || named.words.test(`${question.path} ${JSON.stringify(question.body ?? null)}`)) return null;
  const text = answers.map((each) => each.text).find((each) => named.words.test(each));
  if (text === undefined) return null;
  const at = text.search(named.words);
  const near = text.slice(Math.max(0, at - 120), at + 160);
  return `${question.method} ${question.path} ${JSON.stringify(question.body ?? null)} names what they do not read …${near}…`;
}

/** Makes both the same again; false where that can't be done, since the record is gone, or something hidden went on otherwise. */
async function restored({ twins, secret, world }: Trial): Promise<boolean> {
  for (const { store } of twins) {
    const left = (await store.people(secret.entity, 1_000)).some(({ id }) => id === secret.id);
    if (!left || secret.restore === null) return false;
  }
  for (const twin of twins) await twin.write(secret.restore ?? []);
  const [first, second] = await Promise.all(twins.map((twin) => heldBy(twin, world)));
  return first === second;
}

/** Whether a record is there in one of them alone. */
async function isAway({ twins }: Trial): Promise<boolean> {
  const held = twins.map(async ({ runtime, store }) => worldOf(recordsIn(store), runtime.current().model));
  const [first, second] = (await Promise.all(held)).map((world) => [...world.keys()].sort().join());
  return first !== second;
}

/** All that one of them holds, and what it kept of how that became so, of what was there before as well. */
async function heldBy({ runtime, store }: Twin, before: World): Promise<string> {
  const world = await worldOf(recordsIn(store), runtime.current().model);
  const known = [...new Map([...before, ...world]).values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  const held = known.map(async ({ entity, id }) => {
    const past = await store.history({ entity, id }, 1_000);
    return [id, [...(world.get(id)?.values ?? [])].sort(), past];
  });
  return JSON.stringify(await Promise.all(held));
}

async function askBoth({ twins, person, random }: Trial, asked: Asked): Promise<readonly [Answer, Answer]> {
  const chance = random.below(1e9);
  const tag = asked.tagOf === null ? null : await twins[0].ask(person, { method: 'GET', path: asked.tagOf }, chance);
  const match = tag === null ? null : /^etag: (.*)$/m.exec(tag.headers)?.[1];
  const headers = match === null || match === undefined ? {} : { 'if-match': match };
  const question = { ...asked.question, headers: { ...asked.question.headers, ...headers } };
  return [await inTime(twins[0].ask(person, question, chance)), await inTime(twins[1].ask(person, question, chance))];
}

const LONGEST = 10_000;

/** What is never answered differs from every answer. */
async function inTime(answer: Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => late.reject(new Error(`There is no answer after ${LONGEST} ms.`)), LONGEST);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const isAlike = (one: Answer, other: Answer): boolean =>
  one.status === other.status && one.headers === other.headers && one.text === other.text;

/** Both connections heard of the same records; something that the person reads is changed in both to know that all was told. */
async function compareTold(
  trial: Trial,
  ears: readonly [Awaited<ReturnType<Twin['listen']>>, Awaited<ReturnType<Twin['listen']>>],
  possible: readonly Flow[],
): Promise<void> {
  const { twins, tally } = trial;
  const ping = await pingFor(trial);
  if (ping === null) return;
  const { entity, id, field, value } = ping;
  for (const twin of twins) {
    await twin.write([{ kind: 'update', entity, id, values: values({ [field]: `${value}.` }) }]);
    await twin.write([{ kind: 'update', entity, id, values: values({ [field]: value }) }]);
  }
  const heard = [await ears[0].heard(id), await ears[1].heard(id)];
  tally.requests++;
  const [first, second] = [new Set(ears[0].told()), new Set(ears[1].told())];
  const only = [...[...first].filter((each) => !second.has(each)), ...[...second].filter((each) => !first.has(each))];
  const away = only.length > 0 && (await isAway(trial));
  for (const each of only.filter((each) => !each.endsWith(` ${id}`))) {
    const excuse = excuseFor(possible, twins[0].runtime.current().model, {
      ...{ question: null, entity: each.split(' ')[0] ?? null, isWrite: false, isAway: away },
    });
    if (excuse === null) tally.failures.push(`${told(trial)}: one of them alone was told of ${each}`);
    else count(tally, excuse);
  }
  if (heard[0] !== heard[1]) tally.failures.push(`${told(trial)}: one of them alone was told of ${entity} ${id}`);
}

/** A text that this person reads now. */
async function pingFor({ twins: [one], person, now, secret }: Trial) {
  const { model } = one.runtime.current();
  const world = await worldOf(recordsIn(one.store), model);
  for (const { entity, id } of world.values()) {
    const title = titleOf(model, entity);
    if (title === null || id === secret.id) continue;
    const seen = oracle(model, world, person, { kind: 'read', entity, id }, now);
    const value = seen.allowed ? seen.record?.fields.get(title) : null;
    if (typeof value === 'string') return { entity, id, field: title, value };
  }
  return null;
}

function titleOf(model: Parameters<typeof worldOf>[1], entity: string): string | null {
  const fields = model.entities.find(({ name }) => name === entity)?.fields ?? [];
  return fields.find(({ type, computed }) => type.kind === 'text' && computed === null)?.name ?? null;
}

function count({ excused }: Tally, { kind }: Pick<Flow, 'kind'> | typeof GIVEN): void {
  excused.set(kind, (excused.get(kind) ?? 0) + 1);
}

function told({ seed, person, secret, world }: Trial): string {
  const name = (stored: Stored | undefined) => (stored === undefined ? '' : String([...stored.values.values()][0]));
  const what = secret.field === null ? 'is gone' : `has ${secret.field} ${JSON.stringify(secret.values)}`;
  return `document ${seed}: ${name(world.get(person))} may not read that ${secret.entity} ${name(world.get(secret.id))} ${what}`;
}

function difference({ question }: Asked, one: Answer, other: Answer): string {
  const asked = `${question.method} ${question.path} ${JSON.stringify(question.body ?? null)}`;
  const [first, second] = [one, other].map((each) => `${each.status}\n${each.headers}\n${each.text}`);
  let at = 0;
  while (at < (first?.length ?? 0) && first?.[at] === second?.[at]) at++;
  const near = (text: string | undefined) => text?.slice(Math.max(0, at - 60), at + 160);
  return `${asked} was answered ${one.status}/${other.status} …${near(first)}… and …${near(second)}…`;
}
