import { SunMoon } from 'lucide-react';
import { Menu } from '../components/menu.tsx';
import { lazyPreloaded } from '../components-base/lazy-preloaded.ts';
import { messages } from '../languages/messages.ts';

const loadList = () => import('./appearance-list.tsx');
const AppearanceList = lazyPreloaded(loadList, 'AppearanceList');

/** Menu for theme, density and language. */
export function AppearanceMenu() {
  return (
    <Menu
      label={messages.application.appearance.title}
      trigger={<SunMoon size={17} strokeWidth={1.75} aria-hidden />}
      isIcon
      items={(open) => <AppearanceList {...open} />}
      prefetch={loadList}
    />
  );
}
