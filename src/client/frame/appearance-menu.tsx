import { Check, SunMoon } from 'lucide-react';
import { useState } from 'react';
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
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
    <MenuTrigger>
      <Button className="icon-button" data-variant="quiet" aria-label={texts.appearance.title}>
        <SunMoon size={17} strokeWidth={1.75} aria-hidden />
      </Button>
      <Popover className="popover" placement="bottom end" offset={6}>
        <Menu className="menu" aria-label={texts.appearance.title}>
          <Choice
            title={texts.appearance.theme}
            options={themes}
            chosen={appearance.theme}
            choose={(theme) => choose({ theme })}
          />
          <Choice
            title={texts.appearance.density}
            options={densities}
            chosen={appearance.density}
            choose={(density) => choose({ density })}
          />
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

interface ChoiceProps<T extends string> {
  readonly title: string;
  readonly options: readonly T[];
  readonly chosen: T;
  readonly choose: (option: T) => void;
}

function Choice<T extends keyof typeof texts.appearance>({ title, options, chosen, choose }: ChoiceProps<T>) {
  return (
    <MenuSection
      className="frame-section"
      selectionMode="single"
      selectedKeys={[chosen]}
      onSelectionChange={(keys) => {
        const next = options.find((option) => keys !== 'all' && keys.has(option));
        if (next !== undefined) choose(next);
      }}
    >
      <Header className="frame-section-title">{title}</Header>
      {options.map((option) => (
        <MenuItem key={option} id={option} className="menu-item">
          <span className="menu-label">{texts.appearance[option]}</span>
          {option === chosen && <Check size={15} aria-hidden className="menu-now" />}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
