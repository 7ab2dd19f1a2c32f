import { recordsTree } from '../../expressions/syntax/records-tree.ts';
import { isAssignable, recipientRole, roleField, rolesGiving } from '../../model/lookups/roles.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Formula, Tree } from '../../model/types/formula.ts';
import type { Effect, LetterText, Role } from '../../model/types/model.ts';
import type { CompiledEmail, CompiledLetterText } from '../compiled/compiled-email.ts';
import { type CompileContext, type CompiledFormula, compiledOf } from '../compiled/compiled-formula.ts';

/** Compiles `notify`; null if it does not lead to people. */
export function compileNotify({ to }: Pick<Effect & { kind: 'notify' }, 'to'>, place: CompileContext) {
  const recipients = recipientsOf(to, place, false);
  return recipients === null ? null : ({ kind: 'notify', to: recipients } as const);
}

/**
 * Compiles `email`; null if a part of it does not check. Lines have no permissions of their own, by which their values
 * could be judged, so they send no e-mails.
 */
export function compileEmail(effect: Effect & { kind: 'email' }, place: CompileContext): CompiledEmail | null {
  const of = place.schema.entities.get(place.entity ?? '');
  if (of === undefined || of.entity.belongsTo !== null || of.owner !== null) return null;
  const to = recipientsOf(effect.to, place, true);
  const subject = compileText(effect.subject, place);
  const text = compileText(effect.text, place);
  const file = effect.file === null ? null : compiledOf(effect.file, null, place);
  if (to === null || subject === null || text === null) return null;
  if (effect.file !== null && (file === null || itemType(file).t !== 'file')) return null;
  return { kind: 'email', to, subject, text, file };
}

function compileText({ text, values }: LetterText, place: CompileContext): CompiledLetterText | null {
  const compiled = values.map((value) => compiledOf(value, null, place));
  const known = compiled.filter((value) => value !== null);
  return known.length < compiled.length ? null : { text, values: known };
}

const itemType = ({ typed: { type } }: CompiledFormula) => (type.t === 'list' ? type.of : type);

/**
 * Returns the formulas that lead to the recipients: people, or texts with an address. Null if there are none, or if the
 * name is both a role and a field.
 */
function recipientsOf(to: Formula, place: CompileContext, isEmail: boolean): readonly CompiledFormula[] | null {
  const named = recipientRole(to, place.entity, place.schema);
  if (named !== null) return named.isField ? null : holdersOf(named.role, place);
  const formula = compiledOf(to, null, place);
  if (formula === null) return null;
  const type = itemType(formula);
  const isPeople = type.t === 'record' && type.entity === place.schema.person?.entity.name;
  return isPeople || (isEmail && type.t === 'text') ? [formula] : null;
}

/** Returns the formulas that lead to everybody who holds a role, by themselves or for this record. */
function holdersOf(role: Role, place: CompileContext): readonly CompiledFormula[] | null {
  const { schema } = place;
  const person = schema.person?.entity.name;
  if (person === undefined) return null;
  const giving = rolesGiving(role, schema);
  const paths = giving
    .flatMap(({ relation }) => relation.filter(({ entity }) => entity === place.entity))
    .map(({ path }) => compiledOf(path, null, place));
  const condition = giving.some(({ everyone }) => everyone)
    ? not(equal(nameTree(signInField(schema)), NOTHING))
    : holdsOneOf(giving.filter(isAssignable), place);
  const tree = condition === null ? null : recordsTree(nameTree(person), condition);
  const all = [...paths, ...(tree === null ? [] : [compiledOf({ text: '', at: null, tree }, null, place)])];
  const known = all.filter((formula) => formula !== null);
  return known.length < all.length || known.length === 0 ? null : known;
}

const signInField = ({ person }: Schema): string => person?.entity.fields.find(({ signIn }) => signIn)?.name ?? '';

/** Returns the condition that a person holds one of these roles; null if nobody can. */
function holdsOneOf(roles: readonly Role[], { schema }: CompileContext): Tree | null {
  const field = roleField(schema);
  if (field === null || field.type.kind !== 'role') return null;
  const several = field.type.several;
  const conditions = roles.map(({ name }): Tree => {
    const role: Tree = { op: 'text', value: name, ...PLACE };
    return several
      ? { op: 'binary', operator: 'in', left: role, right: nameTree(field.name), ...PLACE }
      : equal(nameTree(field.name), role);
  });
  const [first, ...rest] = conditions;
  if (first === undefined) return null;
  return rest.reduce((left, right): Tree => ({ op: 'binary', operator: 'or', left, right, ...PLACE }), first);
}

const PLACE = { from: 0, to: 0 } as const;
const NOTHING: Tree = { op: 'null', ...PLACE };
const nameTree = (name: string): Tree => ({ op: 'name', name, ...PLACE });
const equal = (left: Tree, right: Tree): Tree => ({ op: 'binary', operator: '==', left, right, ...PLACE });
const not = (of: Tree): Tree => ({ op: 'unary', operator: 'not', of, ...PLACE });
