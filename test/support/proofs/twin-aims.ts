import { schemaOf } from '../../../src/model/lookups/schema.ts';
import type { Call, Effect, Model } from '../../../src/model/types/model.ts';
import type { Stored, World } from '../../../src/verify/evaluator/world.ts';
import type { Random } from '../../../src/verify/generate/generate-document.ts';
import type { Aim, Asked, Taken } from './twin-questions.ts';
import { mostOf, type Secret, storedAs } from './twin-secrets.ts';

/** Writes that are aimed at where a secret may show by what stands in their way. */
export function aimed(
  model: Model,
  world: World,
  secret: Secret,
  isRead: (stored: Stored) => boolean,
  random: Random,
): readonly Asked[] {
  const near = nearTo(world, secret);
  return [
    ...elsewhere(model, world, near, random),
    ...bounds(model, world, secret, near, isRead, random),
    ...broughtBack(model, world, near, random),
  ];
}

/** The record of the secret first, then those that it leads to and those that lead to it: what is done to them may meet it. */
function nearTo(world: World, { id, member }: Secret): readonly Stored[] {
  const textOf = (stored: Stored | undefined) => JSON.stringify([...(stored?.values.values() ?? [])]);
  const own = world.get(id);
  const ids = [id, ...(member === null ? [] : [member.id])];
  const others = [...world.values()].filter(
    (each) => each.id !== id && (textOf(own).includes(each.id) || ids.some((one) => textOf(each).includes(one))),
  );
  return [...(own === undefined ? [] : [own]), ...others];
}

/** Events that change, move or make other records, mostly where that meets the secret; and creations that do so. */
function elsewhere(model: Model, world: World, near: readonly Stored[], random: Random): readonly Asked[] {
  return model.machines.flatMap(({ entity, transitions }) => {
    const acting = transitions.filter(({ effects }) => effects.some(reachesOthers));
    const all = [...world.values()].filter((stored) => stored.entity === entity);
    const some = [
      ...random.some(
        near.filter((stored) => stored.entity === entity),
        3,
      ),
      ...random.some(all, 2),
    ];
    const events = new Set(acting.flatMap(({ event }) => event ?? []));
    const raised = [...events].flatMap((event) =>
      some.flatMap((stored) =>
        callsOf(model, entity, 'event', event).map((call) => written('elsewhere', call, stored, {})),
      ),
    );
    if (!acting.some(({ from }) => from === null)) return raised;
    const made = some.flatMap((stored) =>
      callsOf(model, entity, 'create').map(
        (call): Asked => ({
          question: { method: call.method, path: call.path, body: Object.fromEntries(stored.values) },
          ...{ entity, isWrite: true, tagOf: null, aim: 'elsewhere' },
        }),
      ),
    );
    return [...raised, ...made];
  });
}

const reachesOthers = (effect: Effect): boolean =>
  effect.kind === 'create' || effect.kind === 'raise' || (effect.kind === 'set' && effect.on !== null);

/** Fields of several records with a bound, sent with one, with as many as there may be, and with one that is hidden. */
function bounds(
  model: Model,
  world: World,
  secret: Secret,
  near: readonly Stored[],
  isRead: (stored: Stored) => boolean,
  random: Random,
): readonly Asked[] {
  return model.entities.flatMap(({ name: entity, fields }) =>
    fields.flatMap(({ name, type, computed }): readonly Asked[] => {
      const most = mostOf(type);
      if (type.kind !== 'references' || most === null || computed !== null) return [];
      const all = [...world.values()].filter((each) => each.entity === type.entity);
      const read = all.filter(isRead).map(({ id }) => id);
      const hidden = all.map(({ id }) => id).filter((id) => id === (secret.member?.id ?? secret.id));
      // The most first, so that both refuse before one of them alone does.
      const sent = [
        random.some(read, most + 1),
        random.some(read, most),
        [...random.some(read, most - 1), ...hidden],
        random.some(read, 1),
      ];
      const some = near.filter((stored) => stored.entity === entity).slice(0, 2);
      return some.flatMap((stored) =>
        callsOf(model, entity, 'change').flatMap((call) =>
          sent.map((each) => written('bound', call, stored, { [name]: each })),
        ),
      );
    }),
  );
}

/** Records at the secret are deleted, looked for and brought back; now and then something was taken meanwhile. */
function broughtBack(model: Model, world: World, near: readonly Stored[], random: Random): readonly Asked[] {
  return [...near.slice(0, 1), ...random.some(near.slice(1), 2)].flatMap((stored) => {
    const { entity, id } = stored;
    const list: Asked = {
      question: { method: 'GET', path: `/_/deleted/${encodeURIComponent(entity)}` },
      ...{ entity, isWrite: false, tagOf: null, aim: 'brought back' },
    };
    const back: Asked = {
      question: { method: 'POST', path: `${pathOf(stored)}/restore`, headers: { 'if-match': '*' } },
      ...{
        entity,
        isWrite: true,
        tagOf: null,
        aim: 'brought back',
        taken: random.chance(0.5) ? taken(model, world, stored) : [],
      },
    };
    const read: Asked = { ...list, question: { method: 'GET', path: pathOf(stored) } };
    const gone = callsOf(model, entity, 'delete').map((call) => written('brought back', call, stored, undefined));
    return gone.length === 0
      ? []
      : [
          ...gone,
          list,
          back,
          list,
          read,
          { ...read, question: { method: 'GET', path: `/_/records/${encodeURIComponent(entity)}/${id}/history` } },
        ];
  });
}

/** Another record has by now what only one may have, of each such field. */
function taken(model: Model, world: World, { entity, id, values: own }: Stored): readonly Taken[] {
  const other = [...world.values()].find((each) => each.entity === entity && each.id !== id);
  if (other === undefined) return [];
  const attributes = schemaOf(model).entities.get(entity)?.attributes.values() ?? [];
  return [...attributes].flatMap((attribute): readonly Taken[] => {
    if (attribute.kind !== 'field' || !attribute.field.unique || attribute.field.signIn) return [];
    const wire = own.get(attribute.name) ?? null;
    const value = wire === null || attribute.field.computed !== null ? undefined : storedAs(attribute.type, wire);
    return value === undefined ? [] : [{ from: id, by: other.id, field: attribute.name, value }];
  });
}

function callsOf(model: Model, entity: string, kind: Call['does']['kind'], event?: string): readonly Call[] {
  return model.calls.filter(
    ({ does }) =>
      does.kind === kind &&
      'entity' in does &&
      does.entity === entity &&
      (does.kind !== 'event' || does.event === event),
  );
}

function written(aim: Aim, { method, path }: Call, stored: Stored, body: object | undefined): Asked {
  const at = path.replace(/:\w+/, stored.id);
  const question = body === undefined ? { method, path: at } : { method, path: at, body };
  return { question, entity: stored.entity, isWrite: true, tagOf: pathOf(stored), aim };
}

const pathOf = ({ entity, id }: Stored): string => `/_/records/${encodeURIComponent(entity)}/${id}`;
