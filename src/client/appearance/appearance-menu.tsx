import { SunMoon } from 'lucide-react';
import { Menu } from '../components/menu.tsx';
import { lazyPreloaded } from '../components-base/lazy-preloaded.ts';
import { texts } from '../texts/application-texts.ts';

const loadList = () => import('./appearance-list.tsx');
const AppearanceList = lazyPreloaded(loadList, 'AppearanceList');

/** Menu for theme, density and language. */
export function AppearanceMenu() {
  return (
    <Menu
      label={texts.appearance.title}
      trigger={<SunMoon size={17} strokeWidth={1.75} aria-hidden />}
      isIcon
      items={(open) => <AppearanceList {...open} />}
      prefetch={loadList}
    />
  );
}
