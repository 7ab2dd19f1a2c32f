import { TONES } from '../../model/types/tone.ts';

/** The initials of a name on a tint derived from the name. Decorative: the name is shown beside it. */
export function Avatar({
  name,
  size = 'normal',
}: {
  readonly name: string;
  readonly size?: 'small' | 'normal' | undefined;
}) {
  return (
    <span className="avatar" data-size={size} data-tone={TONES[sumOf(name) % TONES.length]} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

/** Returns the first letters of the first and the last word: "Ada Lovelace" gives AL, "Ada" gives A. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return picked.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

const sumOf = (name: string): number => [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
