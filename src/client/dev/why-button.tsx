import { FileSearch } from 'lucide-react';
import { pageTexts } from '../page-texts.ts';
import { IconButton } from '../parts/button.tsx';
import { WHY_MODE } from '../why/mode.ts';

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
