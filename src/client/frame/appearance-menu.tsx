import { SunMoon } from 'lucide-react';
import { useState } from 'react';
import { Menu, type MenuItem } from '../parts/menu.tsx';
import { texts } from '../texts.ts';
import { type Appearance, chooseAppearance, storedAppearance } from './appearance.ts';

const themes: readonly Appearance['theme'][] = ['system', 'light', 'dark'];
const densities: readonly Appearance['density'][] = ['comfortable', 'compact'];

/** Light or dark, wide or narrow. */
export function AppearanceMenu() {
  const [appearance, setAppearance] = useState(storedAppearance);
  const choose = (part: Partial<Appearance>) => {
    const next = { ...appearance, ...part };
    setAppearance(next);
    chooseAppearance(next);
  };
  return (
    <Menu
      label={texts.appearance.title}
      trigger={<SunMoon size={17} strokeWidth={1.75} aria-hidden />}
      isIcon
      items={[
        ...choices(texts.appearance.theme, themes, appearance.theme, (theme) => choose({ theme })),
        ...choices(texts.appearance.density, densities, appearance.density, (density) => choose({ density })),
      ]}
    />
  );
}

function choices<T extends keyof typeof texts.appearance>(
  title: string,
  options: readonly T[],
  chosen: T,
  choose: (option: T) => void,
): MenuItem[] {
  return options.map((option, index) => ({
    id: option,
    label: texts.appearance[option],
    chosen: option === chosen,
    onAction: () => choose(option),
    ...(index === 0 ? { section: title } : {}),
  }));
}
