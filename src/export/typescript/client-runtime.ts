/** The part of a client that is the same for all documents. */
export const CLIENT_RUNTIME = `
/** How the application is reached. */
export interface ClientOptions {
  /** The address of the application, such as \`https://shop.example\`. */
  readonly baseUrl: string;
  /** The token with which requests sign in; or a function that returns it. Without one, requests are a guest's. */
  readonly token?: string | (() => string | null);
  /** Replaces the function that sends requests. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** A successful answer. \`etag\` is the version of the record, for \`ifMatch\`. */
export interface Success<Status extends number, Value> {
  readonly ok: true;
  readonly status: Status;
  readonly value: Value;
  readonly etag: string | null;
}

/** A successful answer, or the error. */
export type Result<Answer, Failed> = Answer | { readonly ok: false; readonly status: number; readonly error: Failed };

/** An answer that the contract does not state, such as that of a proxy. */
export interface Unexpected {
  readonly code: 'UNEXPECTED';
  readonly status: number;
  readonly body: unknown;
}

/** Options of calls that write. A request that is repeated with the same idempotency key is carried out once. */
export interface WriteOptions {
  readonly idempotencyKey?: string;
}

interface Sent {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly body?: unknown;
  readonly ifMatch?: string;
  readonly idempotencyKey?: string;
}

/** The errors of a status: their codes, and where a body has its code. */
interface StatedErrors {
  readonly codes: readonly string[];
  readonly at: readonly (string | number)[] | null;
}

async function send(
  options: ClientOptions,
  method: string,
  template: string,
  sent: Sent,
  errors: Readonly<Record<number, StatedErrors>>,
  format: 'JSON' | 'form' = 'JSON',
): Promise<unknown> {
  const path = template.replace(/\\{([^}]+)\\}/g, (_, name: string) => encodeURIComponent(sent.path?.[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(sent.query ?? {})) if (value !== undefined) query.set(name, String(value));
  const url = options.baseUrl.replace(/\\/$/, '') + path + (query.size === 0 ? '' : \`?\${query}\`);
  const headers = new Headers({ accept: 'application/json, */*;q=0.5' });
  const token = typeof options.token === 'function' ? options.token() : (options.token ?? null);
  if (token !== null) signIn(headers, token);
  if (sent.ifMatch !== undefined) headers.set('if-match', sent.ifMatch);
  if (sent.idempotencyKey !== undefined) headers.set('idempotency-key', sent.idempotencyKey);
  const init: RequestInit = { method, headers };
  if (sent.body instanceof Blob) {
    headers.set('content-type', sent.body.type || 'application/octet-stream');
    if (sent.body instanceof File)
      headers.set('content-disposition', \`attachment; filename*=UTF-8''\${encodeURIComponent(sent.body.name)}\`);
    init.body = sent.body;
  } else if (sent.body !== undefined && format === 'form') {
    init.body = new URLSearchParams(formOf(sent.body));
  } else if (sent.body !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(sent.body);
  }
  const response = await (options.fetch ?? fetch)(new Request(url, init));
  const { status } = response;
  const isText = /json|^text\\/|^$/.test(response.headers.get('content-type') ?? '');
  const body = isText ? bodyOf(await response.text()) : await response.blob();
  if (response.ok) return { ok: true, status, value: body, etag: response.headers.get('etag') };
  return { ok: false, status, error: { code: codeOf(errors[status], status, body), status, body } };
}

function formOf(value: unknown, name = ''): [string, string][] {
  if (value === undefined) return [];
  if (Array.isArray(value)) {
    if (value.length === 0) return [[\`\${name}[]\`, '']];
    return value.flatMap((each, index) => formOf(each, \`\${name}[\${index}]\`));
  }
  if (value === null || typeof value !== 'object') return [[name, String(value ?? '')]];
  return Object.entries(value).flatMap(([key, each]) => formOf(each, name === '' ? key : \`\${name}[\${key}]\`));
}

function bodyOf(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function codeOf(stated: StatedErrors | undefined, status: number, body: unknown): string {
  if (stated === undefined) return 'UNEXPECTED';
  const [only, ...others] = stated.codes;
  if (stated.at === null) return others.length === 0 && only !== undefined ? only : \`STATUS_\${status}\`;
  let code: unknown = body;
  for (const name of stated.at) code = code !== null && typeof code === 'object' ? (code as never)[name] : undefined;
  return stated.codes.find((one) => one === code) ?? 'UNEXPECTED';
}
`;
