import type { Field } from './model.ts';
import type { Schema } from './schema.ts';

/** The field of the person entity that holds roles, or null. */
export function roleField(schema: Schema): Field | null {
  return schema.person?.entity.fields.find((field) => field.type.kind === 'role') ?? null;
}

/** These roles and all that they include, each once. */
export function withIncluded(roles: readonly string[], schema: Schema): string[] {
  const found = new Set<string>();
  const open = [...roles];
  for (let role = open.pop(); role !== undefined; role = open.pop()) {
    if (found.has(role)) continue;
    found.add(role);
    open.push(...(schema.roles.get(role)?.includes ?? []).map(({ name }) => name));
  }
  return [...found].filter((role) => schema.roles.has(role));
}
