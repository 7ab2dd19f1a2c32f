import { elementsOf } from '../../engine/compile/element-index.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Model } from '../../model/types/model.ts';
import { builtInText } from '../texts.ts';
import { useView } from './view.tsx';

type LabelOf = (element: string) => string;

const made = new WeakMap<Model, LabelOf>();

/** What people call an element; its id where it has no name. The same function as long as the document is the same. */
export function useLabelOf(): LabelOf {
  const { view, schema } = useView();
  const { model } = view;
  const found = made.get(model) ?? labelsOf(model, schema);
  made.set(model, found);
  return found;
}

function labelsOf(model: Model, { entities }: Schema): LabelOf {
  const elements = elementsOf(model);
  // What every record has by itself is no element of the document.
  const builtIn = new Map<string, string>();
  for (const { attributes } of entities.values())
    for (const { kind, id, name } of attributes.values()) if (kind === 'built-in') builtIn.set(id, name);
  return (element) => {
    const name = builtIn.get(element);
    return elements.get(element)?.label ?? (name === undefined ? element : builtInText(name));
  };
}
