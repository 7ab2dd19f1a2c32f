import type { AnswerShape, ItemShape, PageEntry, ShapeEntry } from '../../expressions/shapes/resolve-shape.ts';
import { CONDITION } from '../../expressions/types/kinds.ts';
import type { Tree } from '../../model/types/formula.ts';
import { type CompileContext, type CompiledFormula, compiledOf } from '../compiled/compiled-formula.ts';

type Place = Omit<CompileContext, 'entity'>;
type Formulas = Map<ShapeEntry, CompiledFormula | null>;

/** Compiles the expressions in the shape of an answer about records of an entity, and in members that it may also have. */
export function formulasOfAnswer(
  shape: AnswerShape | null,
  shown: readonly ShapeEntry[],
  entity: string,
  place: Place,
): Formulas {
  const formulas: Formulas = new Map();
  addOfItem(formulas, { entries: shown }, entity, place);
  if (shape?.kind === 'page') for (const entry of shape.entries) addOfPage(formulas, entry, entity, place);
  else if (shape !== null) addOfItem(formulas, shape.each, entity, place);
  return formulas;
}

function addOfPage(formulas: Formulas, entry: PageEntry, entity: string, place: Place): void {
  if (entry.kind === 'items') addOfItem(formulas, entry.each, entity, place);
  if (entry.kind === 'inside') for (const each of entry.entries) addOfPage(formulas, each, entity, place);
}

function addOfItem(formulas: Formulas, each: ItemShape, entity: string, place: Place): void {
  if (each !== null && 'alone' in each) addOfItem(formulas, { entries: [each.alone] }, entity, place);
  if (each === null || !('entries' in each)) return;
  const compiled = (tree: Tree, of: string, wants: typeof CONDITION | null) =>
    compiledOf({ text: '', at: null, tree }, wants, { ...place, entity: of });
  for (const entry of each.entries) {
    if (entry.kind === 'formula') formulas.set(entry, compiled(entry.tree, entity, null));
    if (entry.kind === 'records' && entry.where !== null)
      formulas.set(entry, compiled(entry.where, entry.entity, CONDITION));
    if (entry.kind === 'inside') addOfItem(formulas, entry, entity, place);
    if (entry.kind === 'nested' || entry.kind === 'records') addOfItem(formulas, entry.each, entry.entity, place);
    if (entry.kind === 'lines') addOfItem(formulas, entry, lineEntity(entity, entry.field, place), place);
  }
}

function lineEntity(entity: string, field: string, { schema }: Place): string {
  const type = schema.entities.get(entity)?.attributes.get(field)?.type;
  return type?.kind === 'list' ? type.entity : entity;
}
