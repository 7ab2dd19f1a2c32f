import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'ask-inconsistent',
  point: 4,
  severity: 'warning',
  about: 'Point 3 and point 4 disagree about the event that asks for a field.',
  *find({ entities }) {
    for (const context of entities) {
      const { entity, machines } = context;
      const moves = machines.flatMap(({ transitions }) => transitions).filter(({ event }) => event !== null);
      const asks = new Map<string, Set<string>>();
      for (const { event, effects } of moves) {
        const askedFields = asks.get(event ?? '') ?? new Set();
        asks.set(event ?? '', askedFields);
        for (const effect of effects) if (effect.kind === 'ask') askedFields.add(effect.field);
      }
      for (const field of entity.fields) {
        for (const { name, at } of field.askedOn) {
          const move = moves.find(({ event }) => event === name);
          if (move === undefined || asks.get(name)?.has(field.name) === true) continue;
          const machine = machines.find(({ transitions }) => transitions.includes(move));
          yield {
            element: field.id,
            at: at ?? field.at,
            also: [move.at],
            point: 3,
            message: `Point 3 says that ${name} asks for ${field.name}, but the rows of ${name} in point 4 don't.`,
            next: `Write \`ask ${field.name}\` under Then in the row of ${name}, or remove the note.`,
            witness: witnessOf(context, {
              who: move.who?.[0]?.name ?? null,
              entity: entity.name,
              state: machine === undefined || move.from === null ? null : { machine, name: move.from },
              outcome: `“${move.label}” asks for nothing, and ${field.name} stays empty`,
            }),
          };
        }
      }
      const fields = new Map(entity.fields.map((field) => [field.name, field] as const));
      for (const { id, at, event, effects, standing } of moves) {
        for (const effect of standing === 'stated' ? effects : []) {
          const field = effect.kind === 'ask' ? fields.get(effect.field) : undefined;
          if (field === undefined || field.askedOn.length === 0) continue;
          if (field.askedOn.some(({ name }) => name === event)) continue;
          yield {
            element: id,
            at: effect.at ?? at,
            also: [field.at],
            severity: 'note',
            message: `“${event}” asks for ${field.name}, but according to point 3 only ${joinNames(field.askedOn.map(({ name }) => name))} does.`,
            next: `Add ${event} to the note of ${field.name}, or remove \`ask ${field.name}\`.`,
          };
        }
      }
    }
  },
});
