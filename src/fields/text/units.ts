/** Units that may follow a type without parentheses: `integer kg`. */
const KNOWN: ReadonlySet<string> = new Set(
  'ms s sec min h hour hours minute minutes second seconds day days week weeks month months year years mm cm m km g kg t l ml € % °C kWh kW W V A px B kB MB GB pt pcs pieces units persons people points stars'.split(
    ' ',
  ),
);

const WORD = /^[^\s,|()'"`\\*_<>=.;:\d-][^\s,|()'"`\\*_<>=;:]{0,19}$/u;

/** Returns the unit in a text, or null. */
export function unitOf(text: string): string | null {
  const unit = text.trim().replace(/^in\s+/, '');
  return WORD.test(unit) && unit !== 'in' ? unit : null;
}

/** Whether a text is a common unit. */
export function isKnownUnit(text: string): boolean {
  return KNOWN.has(text);
}
