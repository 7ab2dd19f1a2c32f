import { elementsOf } from '../../engine/compile/element-index.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Model } from '../../model/types/model.ts';
import { builtInText } from './built-in-text.ts';
import { useView } from './view-context.tsx';

type LabelOf = (element: string) => string;

const labelsByModel = new WeakMap<Model, LabelOf>();

/**
 * Returns a function from element id to label (the id if there is none). The function is the same for the same
 * document.
 */
export function useLabelOf(): LabelOf {
  const { view, schema } = useView();
  const { model } = view;
  const found = labelsByModel.get(model) ?? labelsOf(model, schema);
  labelsByModel.set(model, found);
  return found;
}

function labelsOf(model: Model, { entities }: Schema): LabelOf {
  const elements = elementsOf(model);
  // Attributes that every record has are not elements of the document.
  const builtIn = new Map<string, string>();
  for (const { attributes } of entities.values())
    for (const { kind, id, name } of attributes.values()) if (kind === 'built-in') builtIn.set(id, name);
  return (element) => {
    const name = builtIn.get(element);
    return elements.get(element)?.label ?? (name === undefined ? element : builtInText(name));
  };
}
