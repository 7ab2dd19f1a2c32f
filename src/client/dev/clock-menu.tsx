import { Clock } from 'lucide-react';
import { useState } from 'react';
import { Menu } from '../components/menu.tsx';
import { type ClockStep, moveClock } from '../data/dev.ts';
import { messages } from '../languages/messages.ts';
import './dev.css';

const HOUR = 1 / 24;

/** In development: moves the clock of the application forward. */
export function ClockMenu() {
  const [failed, setFailed] = useState(false);
  const texts = messages.pages.clock;
  const steps: readonly (readonly [string, ClockStep])[] = [
    [texts.next, { to: 'next' }],
    [texts.hour, { days: HOUR }],
    [texts.day, { days: 1 }],
    [texts.week, { days: 7 }],
    [texts.month, { days: 30 }],
  ];
  return (
    <>
      {failed && <span role="alert">{messages.pages.who.failed}</span>}
      <Menu
        label={texts.label}
        isIcon
        className="clock-menu"
        trigger={<Clock size={17} strokeWidth={1.75} aria-hidden />}
        items={steps.map(([label, step], index) => ({
          id: label,
          label,
          text: index === 0 ? texts.hint : undefined,
          onAction: () => void moveClock(step).catch(() => setFailed(true)),
        }))}
      />
    </>
  );
}
