const RIGHT_TO_LEFT = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Samr', 'Mand'];

/** Returns the writing direction of a language. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  try {
    return RIGHT_TO_LEFT.includes(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}
