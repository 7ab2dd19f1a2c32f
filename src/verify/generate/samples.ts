import type { Names } from './entities.ts';
import type { EntityPlan, FieldPlan } from './plan.ts';
import type { Random } from './random.ts';
import { tableText } from './text.ts';
import { FIRST_NAMES } from './words.ts';

/** Returns sample data: people with each role, and records of several owners in every state. */
export function samplesText(random: Random, names: Names, entities: readonly EntityPlan[]): string {
  const people = [...names.roles, names.everybody, random.pick(names.roles)].map((role, index) => ({
    name: `${FIRST_NAMES[index]} ${'ABCDEFGHIJKL'.charAt(index)}.`,
    role,
  }));
  const titles = new Map([[names.person, people.map((person) => person.name)]]);
  const tables = entities
    .filter((entity) => entity.belongsTo === null)
    .map((entity) => {
      if (entity.isPerson) return `### ${entity.name}\n\n${peopleTable(random, entity, people)}`;
      return `### ${entity.name}\n\n${recordTable(
        random,
        entity,
        entities,
        people.map((person) => person.name),
        titles,
      )}`;
    });
  return tables.join('\n\n');
}

function peopleTable(
  random: Random,
  entity: EntityPlan,
  people: readonly { readonly name: string; readonly role: string }[],
): string {
  const rows = people.map((person, index) =>
    entity.fields.map((field) => {
      if (field.name === 'name') return person.name;
      if (field.kind === 'email') return `p${index}@example.com`;
      if (field.kind === 'role') return person.role;
      if (field.kind !== 'reference') return field.values.length > 0 ? random.pick(field.values).cell : '';
      const boss = people[index === 0 ? 1 : random.below(people.length)];
      return boss === undefined || boss.name === person.name || (index > 0 && random.chance(0.15)) ? '' : boss.name;
    }),
  );
  return tableText(
    entity.fields.map((field) => field.name),
    rows,
  );
}

function recordTable(
  random: Random,
  entity: EntityPlan,
  entities: readonly EntityPlan[],
  owners: readonly string[],
  titles: Map<string, string[]>,
): string {
  const fields = entity.fields.filter(
    (field) => (field.use === 'input' && field.kind !== 'file') || field.use === 'asked',
  );
  const states = entity.machines[0]?.states ?? [''];
  const made: string[] = [];
  titles.set(entity.name, made);
  const rows = states.flatMap((state, number) =>
    random.some(owners, 3).map((owner, copy) => {
      const isFirst = number === 0;
      const title = `${entity.name.slice(0, 8)} ${number}${'xyz'.charAt(copy)}`;
      const others = entity.machines.slice(1).map((machine) => random.pick(machine.states));
      const isNew = isFirst && others.every((other, index) => other === entity.machines[index + 1]?.states[0]);
      const cells = fields.map((field) => {
        if (field.name === 'label') return title;
        if (field.name === 'owner') return owner;
        return cellOf(random, field, entities, titles, isNew);
      });
      made.push(title);
      return [...cells, ...(entity.machines.length > 0 ? [state] : []), ...others];
    }),
  );
  return tableText([...fields.map((field) => field.name), ...entity.machines.map((machine) => machine.name)], rows);
}

/** In a new record, optional fields are sometimes empty. */
function cellOf(
  random: Random,
  field: FieldPlan,
  entities: readonly EntityPlan[],
  titles: ReadonlyMap<string, readonly string[]>,
  isNew: boolean,
): string {
  if (isNew && (field.use === 'asked' || (!field.required && random.chance(0.3)))) return '';
  if (field.kind === 'lines') return linesOf(random, field, entities);
  if (field.kind === 'reference') {
    const known = titles.get(field.to ?? '') ?? [];
    return known.length > 0 ? random.pick(known) : '';
  }
  if (field.kind === 'several') return random.some(titles.get(field.to ?? '') ?? [], 1 + random.below(2)).join(', ');
  return field.values.length > 0 ? random.pick(field.values).cell : '';
}

/** Formats lines as `Ticket 12.30 EUR; Coffee 5.00 EUR`: title and amount. */
function linesOf(random: Random, field: FieldPlan, entities: readonly EntityPlan[]): string {
  const line = entities.find((entity) => entity.name === field.to);
  const needed = line?.fields.filter((each) => each.name !== 'what' && (each.required || each.name === 'cost')) ?? [];
  if (needed.some((each) => each.name !== 'cost')) return '';
  return random
    .some(['Board', 'Rope', 'Lamp'], 1 + random.below(2))
    .map((what) => `${what} ${random.pick(['5.00', '12.30', '20.00'])} EUR`)
    .join('; ');
}
