import { FileSearch } from 'lucide-react';
import { IconButton } from '../components/button.tsx';
import { messages } from '../languages/messages.ts';
import { WHY_MODE } from '../why/why-mode.ts';

/** Starts the keyboard mode of "why?", for people who do not use a pointer. */
export function WhyButton() {
  return (
    <IconButton
      label={messages.pages.why.mode}
      icon={<FileSearch size={17} strokeWidth={1.75} aria-hidden />}
      onPress={() => dispatchEvent(new Event(WHY_MODE))}
    />
  );
}
