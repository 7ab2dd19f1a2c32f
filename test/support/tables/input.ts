/** What a row's input cell asks for, with its texts filled in. */
export interface ExpectInput {
  readonly settings: ReadonlyMap<string, string>;
  /** The body to send: text as it goes over the wire; undefined: none. */
  readonly body: string | undefined;
  /** For lists: query parameters. */
  readonly query: readonly (readonly [string, string])[];
}

/** Fills in what a `${…}` names. The answer stands in JSON, quotes included where it is text. */
export type Fill = (name: string) => Promise<string>;

const SETTING = /^(If-Match|Idempotency-Key|times|session)=(\S+)\s*/;

/** Splits an input cell; `base` is the body that `base …` starts from. */
export async function readInput(cell: string, action: string, base: string, fill: Fill): Promise<ExpectInput> {
  const settings = new Map<string, string>();
  let rest = cell.trim();
  for (let match = SETTING.exec(rest); match !== null; match = SETTING.exec(rest)) {
    settings.set(match[1] ?? '', match[2] ?? '');
    rest = rest.slice(match[0].length);
  }
  if (action === 'list') return { settings, body: undefined, query: queryOf(rest) };
  return { settings, body: await bodyOf(rest, base, fill), query: [] };
}

function queryOf(text: string): [string, string][] {
  if (text === '') return [];
  return text.split(' & ').map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]);
}

async function bodyOf(text: string, base: string, fill: Fill): Promise<string | undefined> {
  if (text === '') return undefined;
  if (text.startsWith('raw ')) return text.slice(4);
  if (!text.startsWith('base')) return filled(text, fill);
  const members = new Map<string, string>(membersOf(await filled(base, fill)));
  const [, without, change = ''] = /^base(?: -(\S+))?\s*(.*)$/s.exec(text) ?? [];
  if (without !== undefined) members.delete(without);
  if (change !== '') for (const [name, value] of membersOf(await filled(change, fill))) members.set(name, value);
  return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}

/** Own members as JSON text, `__proto__` included. */
function membersOf(json: string): [string, string][] {
  const parsed: object = JSON.parse(json);
  return Object.entries(parsed).map(([name, value]) => [name, JSON.stringify(value)]);
}

/** `"${file:pdf}"` stands in quotes and becomes whatever it names; inside a longer text only text fits. */
async function filled(text: string, fill: Fill): Promise<string> {
  let result = '';
  let at = 0;
  for (const match of text.matchAll(/"\$\{([^}]*)\}"|\$\{([^}]*)\}/g)) {
    const whole = match[1] !== undefined;
    const value = await fill(match[1] ?? match[2] ?? '');
    result += text.slice(at, match.index) + (whole || !value.startsWith('"') ? value : value.slice(1, -1));
    at = match.index + match[0].length;
  }
  return result + text.slice(at);
}
