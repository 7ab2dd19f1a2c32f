import { FileSearch } from 'lucide-react';
import { IconButton } from '../components/button.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { WHY_MODE } from '../why/why-mode.ts';

/** For whoever has no pointer to hold Alt over: goes through the page by keyboard. */
export function WhyButton() {
  return (
    <IconButton
      label={pageTexts.why.mode}
      icon={<FileSearch size={17} strokeWidth={1.75} aria-hidden />}
      onPress={() => dispatchEvent(new Event(WHY_MODE))}
    />
  );
}
