import { elementsOf } from '../../engine/elements.ts';
import type { Model } from '../../model/model.ts';
import { useView } from './view.tsx';

type LabelOf = (element: string) => string;

const made = new WeakMap<Model, LabelOf>();

/** What people call an element; its id where it has no name. The same function as long as the document is the same. */
export function useLabelOf(): LabelOf {
  const { model } = useView().view;
  const found = made.get(model) ?? labelsOf(model);
  made.set(model, found);
  return found;
}

function labelsOf(model: Model): LabelOf {
  const elements = elementsOf(model);
  return (element) => elements.get(element)?.label ?? element;
}
