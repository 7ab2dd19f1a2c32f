import type { ScreenProps } from '../view/screen-props.ts';

/** A screen of kind "form". */
export function FormScreen({ screen }: ScreenProps) {
  return <h1 data-element={screen.id}>{screen.model.label}</h1>;
}
