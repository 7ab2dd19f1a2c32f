import { isObject, type Json } from '../../fields/text/json.ts';
import { ASSUMED, type OpenApi, type OpenApiOperation } from '../openapi/document.ts';
import { responseOf } from '../openapi/shared-responses.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';
import { typeText } from '../typescript/type-text.ts';
import { DOCUMENTATION_STYLE } from './documentation-style.ts';

export interface PageOptions {
  /** The nonce of the page's style. */
  readonly nonce: string;
  readonly language: string;
  /** The path of the OpenAPI document; null if it is not served. */
  readonly openApi: string | null;
}

/** Returns a page that lists the calls of a document with what they take and answer. It needs no scripts. */
export function documentationPage(document: OpenApi, { nonce, language, openApi }: PageOptions): string {
  const title = text(document.info['title']);
  const calls = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = [...Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? '')];
  const about = new Map(document.tags.map((tag) => [tag['name'], text(tag['description'])] as const));
  return [
    `<!doctype html><html lang="${escaped(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title><style nonce="${escaped(nonce)}">${DOCUMENTATION_STYLE}</style></head><body>`,
    `<header><h1>${title}</h1><p>${text(document.info['description'])}</p>`,
    openApi === null ? '' : `<p><a href="${escaped(openApi)}">OpenAPI</a></p>`,
    `<nav><ul>${groups.map(([tag]) => `<li><a href="#${idOf(tag)}">${escaped(tag)}</a></li>`).join('')}</ul></nav></header><main>`,
    ...groups.map(
      ([tag, all]) =>
        `<section aria-labelledby="${idOf(tag)}"><h2 id="${idOf(tag)}">${escaped(tag)}</h2><p class="soft">${about.get(tag) ?? ''}</p>${all
          .map((each) => callText(document, each))
          .join('')}</section>`,
    ),
    '</main></body></html>',
  ].join('\n');
}

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
}

function callText(document: OpenApi, { method, path, operation }: Listed): string {
  const isAssumed = operation.tags.includes(ASSUMED);
  const mark = isAssumed ? '<span class="assumed">assumed</span>' : '';
  return [
    `<details id="${idOf(operation.operationId)}"><summary><span class="method">${method}</span>`,
    `<span class="path">${escaped(path)}</span><span class="soft">${escaped(operation.summary)}</span>${mark}</summary><div class="inside">`,
    operation.description === undefined ? '' : `<p>${escaped(operation.description)}</p>`,
    parametersText(operation.parameters ?? []),
    operation.requestBody === undefined ? '' : `<h3>Body</h3>${contentText(operation.requestBody)}`,
    ...Object.keys(operation.responses).map((status) => responseText(status, responseOf(document, operation, status))),
    '</div></details>',
  ].join('');
}

function parametersText(parameters: readonly JsonSchema[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    (each) =>
      `<tr><td><code>${text(each['name'])}</code></td><td>${text(each['in'])}${each['required'] === true ? ', required' : ''}</td><td><code>${escaped(typeText((each['schema'] ?? {}) as JsonSchema))}</code></td><td>${text(each['description'])}</td></tr>`,
  );
  return `<h3>Parameters</h3><div class="scroll"><table><thead><tr><th>Name</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function responseText(status: string, response: JsonSchema | undefined): string {
  if (response === undefined) return '';
  const codes = response['x-ninefold-codes'];
  const named = Array.isArray(codes) ? ` <code>${escaped(codes.join(', '))}</code>` : '';
  const headers = isObject(response['headers'] ?? null) ? Object.keys(response['headers'] as JsonSchema) : [];
  const stated = headers.length === 0 ? '' : `<p class="soft">Headers: ${escaped(headers.join(', '))}</p>`;
  return `<h3>${status}${named}</h3><p>${text(response['description'])}</p>${stated}${contentText(response)}`;
}

/** Returns the type of a body and an example of it. */
function contentText({ content }: JsonSchema): string {
  if (content === undefined || !isObject(content)) return '';
  return Object.values(content)
    .map((body) => {
      if (!isObject(body)) return '';
      const { schema, example, examples } = body;
      const [first] = examples !== undefined && isObject(examples) ? Object.values(examples) : [];
      const shown = example ?? (first !== undefined && isObject(first) ? first['value'] : undefined);
      const type = schema !== undefined && isObject(schema) ? typeText(schema as JsonSchema) : '';
      const value = shown === undefined ? '' : `<pre>${escaped(JSON.stringify(shown, null, 2))}</pre>`;
      return `<div class="scroll"><pre>${escaped(type)}</pre></div>${value}`;
    })
    .join('');
}

const text = (value: Json | undefined): string => escaped(typeof value === 'string' ? value : '');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (value: string): string => value.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const idOf = (name: string): string => escaped(name.replaceAll(/\s+/g, '-'));
