import type { App, PreparedScreen } from './app.ts';
import { refuse } from './errors.ts';
import type { Refusal } from './refusal.ts';
import type { Who } from './who.ts';

/** Whether these roles open the screen at all; `For` that is not shown opens it to nobody, nor does a filter that is unknown. */
export function refusedScreen(app: App, who: Who, screen: PreparedScreen | null): Refusal | null {
  if (screen === null) return null;
  const { roles, id } = screen.screen;
  if (roles?.some(({ name }) => who.roles.has(name)) && !screen.unknown) return null;
  const others = (roles ?? []).map(({ name }) => app.schema.roles.get(name)?.label ?? name);
  return refuse(app, 'NOT_ALLOWED', { who: others.length === 0 ? 'somebody else' : app.format.choice(others) }, [id]);
}
