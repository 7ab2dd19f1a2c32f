import { useState } from 'react';
import { BUILT_IN_LANGUAGES } from '../../messages/languages.ts';
import { primaryLanguageOf } from '../../model/types/translation.ts';
import type { MenuItem, OpenMenu } from '../components/menu.tsx';
import { MenuList } from '../components/menu-impl.tsx';
import { chooseLanguage } from '../languages/choose-language.ts';
import { messages } from '../languages/messages.ts';
import { chosenLanguage } from '../platform/page-language.ts';
import { useView } from '../view/view-context.tsx';
import { type Appearance, storedAppearance } from './appearance.ts';
import { chooseAppearance } from './choose-appearance.ts';

const themes: readonly Appearance['theme'][] = ['system', 'light', 'dark'];
const densities: readonly Appearance['density'][] = ['comfortable', 'compact'];

/** Items of the appearance menu. */
export function AppearanceList(open: OpenMenu) {
  const { view } = useView();
  const [appearance, setAppearance] = useState(storedAppearance);
  const choose = (part: Partial<Appearance>) => {
    const next = { ...appearance, ...part };
    setAppearance(next);
    chooseAppearance(next);
  };
  return (
    <MenuList
      {...open}
      items={[
        ...choices(messages.menus.appearance.theme, themes, appearance.theme, (theme) => choose({ theme })),
        ...choices(messages.menus.appearance.density, densities, appearance.density, (density) => choose({ density })),
        ...languages(view.product.languages),
      ]}
    />
  );
}

function choices<T extends keyof typeof messages.menus.appearance>(
  title: string,
  options: readonly T[],
  chosen: T,
  choose: (option: T) => void,
): MenuItem[] {
  return options.map((option, index) => ({
    id: option,
    label: messages.menus.appearance[option],
    chosen: option === chosen,
    onAction: () => choose(option),
    ...(index === 0 ? { section: title } : {}),
  }));
}

/**
 * Items for the languages of the document and the built-in ones, each by its own name. Choosing one reloads the page.
 */
function languages(own: readonly string[]): MenuItem[] {
  const chosen = chosenLanguage();
  const known = new Set(own.map(primaryLanguageOf));
  const all = [null, ...own, ...BUILT_IN_LANGUAGES.filter((tag) => !known.has(tag))];
  return all.map((tag) => ({
    id: `language ${tag ?? ''}`,
    label: tag === null ? messages.menus.appearance.usual : nameOf(tag),
    chosen: tag === chosen,
    onAction: () => {
      if (tag === chosen) return;
      chooseLanguage(tag);
      globalThis.location.reload();
    },
    ...(tag === null ? { section: messages.menus.appearance.language } : {}),
  }));
}

/** Returns the name of a language in that language. */
function nameOf(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language', fallback: 'code' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
