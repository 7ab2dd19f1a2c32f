import type { Atom, Operand } from './cases.ts';
import { areConstraintsSatisfiable } from './orders.ts';
import type { Linear, TermTable } from './terms.ts';

/** What is known about a term when it is not empty. */
export interface Knowledge {
  /** Whether the term cannot be empty. */
  readonly filled: boolean;
  /** Forms that must be ≤ 0. */
  readonly orders: () => readonly Linear[];
  /** The only values that the term can have, by name; null for any value. */
  readonly values: readonly { readonly name: string }[] | null;
  /** Whether a name is one of those values. */
  readonly among: (name: string) => boolean;
  /** Whether values with different names may be equal. */
  readonly folded: boolean;
}

export type KnowledgeOf = (term: string) => Knowledge;

/** Returns false only if no record can satisfy all atoms at once. */
export function isConsistent(atoms: readonly Atom[], all: TermTable, known: KnowledgeOf): boolean {
  const given = new Map<string, boolean>();
  for (const atom of atoms) {
    if (atom.atom !== 'empty' && atom.atom !== 'filled') continue;
    const filled = atom.atom === 'filled';
    if ((given.get(atom.term) ?? filled) !== filled || (!filled && known(atom.term).filled)) return false;
    given.set(atom.term, filled);
  }
  const present = [...given].filter(([, filled]) => filled).map(([term]) => term);
  return conditionsFit(atoms) && namesFit(atoms, known) && ordersFit(atoms, present, all, known);
}

function conditionsFit(atoms: readonly Atom[]): boolean {
  const holds = new Set<string>();
  for (const atom of atoms) if (atom.atom === 'holds') holds.add(atom.condition);
  return holds.size === 0 || !atoms.some((atom) => atom.atom === 'fails' && holds.has(atom.condition));
}

function ordersFit(atoms: readonly Atom[], present: readonly string[], all: TermTable, known: KnowledgeOf): boolean {
  const orders: { form: Linear; strict: boolean }[] = [];
  const apart: Linear[] = [];
  for (const atom of atoms) {
    if (atom.atom === 'order') orders.push({ form: atom.form, strict: atom.strict });
    else if (atom.atom === 'apart') apart.push(atom.form);
  }
  if (orders.length === 0 && apart.length === 0) return true;
  // A term in no comparison can always be chosen within its bounds.
  const open = new Set([...orders.map(({ form }) => form), ...apart].flatMap((form) => [...form.terms.keys()]));
  const filled = new Set(present);
  for (const term of open) {
    if (!filled.has(term)) continue;
    const steps = all.steps.get(term) ?? [];
    for (const form of [...known(term).orders(), ...steps]) orders.push({ form, strict: false });
    for (const form of steps) for (const other of form.terms.keys()) open.add(other);
  }
  return areConstraintsSatisfiable(orders, apart, all);
}

/** Whether the equalities leave a value for each name, and keep names apart that must differ. */
function namesFit(atoms: readonly Atom[], known: KnowledgeOf): boolean {
  const classes = new Classes();
  const naming = atoms.filter(
    (atom): atom is Naming => (atom.atom === 'equal' || atom.atom === 'different') && isExact(atom, known),
  );
  for (const atom of naming) if (atom.atom === 'equal') classes.join(nameOf(atom.left), nameOf(atom.right));
  const excluded = new Map<string, Set<string>>();
  for (const atom of naming) {
    if (atom.atom !== 'different') continue;
    const [left, right] = [classes.of(nameOf(atom.left)), classes.of(nameOf(atom.right))];
    if (left === right) return false;
    for (const [one, other] of [
      [left, atom.right],
      [right, atom.left],
    ] as const) {
      if ('constant' in other) excluded.set(one, (excluded.get(one) ?? new Set()).add(other.constant));
    }
  }
  return classes
    .all()
    .every((members) => classFits(members, excluded.get(classes.of(members[0] ?? '')) ?? new Set(), known));
}

type Naming = Extract<Atom, { readonly left: Operand }>;

/** Texts that are compared in a folded form may be equal although their letters differ. */
function isExact({ left, right }: Naming, known: KnowledgeOf): boolean {
  if (nameOf(left) === nameOf(right)) return true;
  return ![left, right].some((operand) => 'term' in operand && known(operand.term).folded);
}

function classFits(members: readonly string[], excluded: ReadonlySet<string>, known: KnowledgeOf): boolean {
  let constant: string | null = null;
  const lists: (readonly { readonly name: string }[])[] = [];
  const among: Knowledge['among'][] = [];
  for (const member of members) {
    const name = member.slice(1);
    if (member.startsWith('=')) {
      if (constant !== null && constant !== name) return false;
      constant = name;
    } else {
      const { values, among: has } = known(name);
      if (values !== null && !lists.includes(values)) {
        lists.push(values);
        among.push(has);
      }
    }
  }
  if (constant !== null) {
    const only = named(constant);
    return !excluded.has(constant) && among.every((has) => has(only));
  }
  const [first, ...others] = lists;
  const left = new Set(Array.from(excluded, named));
  const shared = others.map((list) => new Set(list.map(({ name }) => name)));
  return first === undefined || first.some(({ name }) => !left.has(name) && shared.every((list) => list.has(name)));
}

/** Returns the name for a constant in JSON. */
function named(constant: string): string {
  const value: unknown = JSON.parse(constant);
  return String(value);
}

function nameOf(operand: Operand): string {
  return 'term' in operand ? `?${operand.term}` : `=${operand.constant}`;
}

/** Groups of names that have the same value. */
class Classes {
  readonly #parents = new Map<string, string>();

  of(name: string): string {
    let root = name;
    for (
      let parent = this.#parents.get(root);
      parent !== undefined && parent !== root;
      parent = this.#parents.get(root)
    )
      root = parent;
    if (!this.#parents.has(name)) this.#parents.set(name, name);
    return root;
  }

  join(one: string, other: string): void {
    this.#parents.set(this.of(one), this.of(other));
  }

  all(): string[][] {
    const classes = new Map<string, string[]>();
    for (const name of [...this.#parents.keys()]) {
      const root = this.of(name);
      const members = classes.get(root);
      if (members === undefined) classes.set(root, [name]);
      else members.push(name);
    }
    return [...classes.values()];
  }
}
