import { v7 } from 'uuid';

/** The rows of one run, the same for every server that is measured. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly manager: string | null;
  readonly role: 'Employee' | 'Manager' | 'Finance';
}

export interface Claim {
  readonly id: string;
  readonly title: string;
  readonly owner: string;
  readonly category: string;
  readonly spentOn: string;
  readonly status: string;
  /** In cents. */
  readonly lines: readonly { readonly id: string; readonly what: string; readonly amount: number }[];
  readonly note: string | null;
  readonly submittedAt: number | null;
  readonly paidAt: number | null;
}

const MANAGERS = 20;
const EMPLOYEES = 1000;
const DAY = 86_400_000;

/** Twenty managers, each of whom has fifty people, and one clerk. */
export function people(from: number): readonly Person[] {
  let made = 0;
  const person = (name: string, role: Person['role'], manager: string | null): Person => {
    made += 1;
    return { id: v7({ msecs: from + made }), name, email: `person${made}@example.com`, manager, role };
  };
  const managers: Person[] = [];
  for (let index = 0; index < MANAGERS; index++)
    managers.push(person(`Manager ${index}`, 'Manager', managers[0]?.id ?? null));
  const clerk = person('Clerk', 'Finance', managers[0]?.id ?? null);
  const employees = Array.from({ length: EMPLOYEES }, (_, index) =>
    person(`Employee ${index}`, 'Employee', managers[index % MANAGERS]?.id ?? null),
  );
  return [...managers, clerk, ...employees];
}

const categories = ['Travel', 'Meals', 'Equipment', 'Other'];
const states = ['Draft', 'Submitted', 'Approved', 'Paid', 'Paid'];
const things = ['Ticket', 'Hotel', 'Coffee', 'Lunch', 'Keyboard'];

/** Claims spread evenly over the employees, states and the last eighty days; one to three lines each. */
export function* claims(owners: readonly Person[], count: number, now: number): Generator<Claim> {
  const from = now - 80 * DAY;
  for (let index = 0; index < count; index++) {
    const owner = owners[index % owners.length];
    const round = Math.floor(index / owners.length);
    const at = from + Math.floor((index / count) * 79 * DAY);
    // Each person has claims in all states, and neighbours are not in the same one.
    const status = states[(round + (index % owners.length)) % states.length] ?? 'Draft';
    const lines = Array.from({ length: 1 + (index % 3) }, (_, line) => ({
      id: v7({ msecs: at }),
      what: things[(index + line) % things.length] ?? 'Ticket',
      amount: 500 + ((index * 37 + line * 911) % 1500),
    }));
    yield {
      id: v7({ msecs: at }),
      title: `${things[index % things.length]} for trip ${index}`,
      owner: owner?.id ?? '',
      category: categories[(index * 7 + round) % categories.length] ?? 'Other',
      spentOn: new Date(at).toISOString().slice(0, 10),
      status,
      lines,
      note: index % 4 === 0 ? `Talked about with the team on trip ${index}.` : null,
      submittedAt: status === 'Draft' ? null : at + DAY / 2,
      paidAt: status === 'Paid' ? at + DAY : null,
    };
  }
}
