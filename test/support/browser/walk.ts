import { withIncluded } from '../../../src/model/lookups/roles.ts';
import { schemaOf } from '../../../src/model/lookups/schema.ts';
import type { Model, Screen } from '../../../src/model/types/model.ts';
import type { TestServer } from '../http/server.ts';

/** Somebody of the sample data, for all who hold the same roles. */
export interface Somebody {
  /** As `TestServer.as` takes it. */
  readonly name: string;
  /** As they are stated: what they include is not among them. */
  readonly roles: readonly string[];
}

/** One of the sample people for each set of roles, in the order of the sample data. */
export async function somebodyOfEach(server: TestServer): Promise<readonly Somebody[]> {
  const { body } = await server.guest.get<{ people?: readonly { title: string; roles: readonly string[] }[] }>(
    '/_/app',
  );
  const byRoles = new Map<string, Somebody>();
  for (const { title, roles } of body.people ?? [])
    if (!byRoles.has(roles.join())) byRoles.set(roles.join(), { name: title.split(' ')[0] ?? title, roles });
  return [...byRoles.values()];
}

/** The screens that the document opens to somebody and that need no record: by the roles that they hold, and what these include. */
export function screensFor(model: Model, { roles }: Somebody): readonly Screen[] {
  const schema = schemaOf(model);
  const everyones = model.roles.filter(({ everyone }) => everyone).map(({ name }) => name);
  const held = new Set(withIncluded([...roles, ...everyones], schema));
  const isOpen = (screen: Screen) =>
    screen.roles !== null && (screen.roles.length === 0 || screen.roles.some(({ name }) => held.has(name)));
  return model.screens.filter(
    (screen) =>
      screen.standing === 'stated' &&
      !screen.route.includes(':') &&
      screen.kind !== 'redirect' &&
      screen.kind !== 'sign-in' &&
      screen.guard === null &&
      isOpen(screen),
  );
}

/** The screens that no role of theirs opens, and from which nothing leads elsewhere. */
export function screensClosedTo(model: Model, somebody: Somebody): readonly Screen[] {
  const open = new Set(screensFor(model, somebody).map(({ id }) => id));
  return model.screens.filter(
    (screen) =>
      screen.standing === 'stated' &&
      !screen.route.includes(':') &&
      screen.route !== '/' &&
      (screen.roles?.length ?? 0) > 0 &&
      screen.guard === null &&
      screen.otherwise === null &&
      screen.kind !== 'redirect' &&
      screen.kind !== 'sign-in' &&
      !open.has(screen.id),
  );
}
