import { withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { capitalize } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'editable-by-nobody',
  point: 4,
  severity: 'warning',
  about: 'Editable states although nobody may change the record, or a permission to change that no state allows.',
  *find({ entities }) {
    for (const context of entities) {
      const { access, entity, machines } = context;
      if (entity.belongsTo !== null || entity.standing !== 'stated') continue;
      const may = access.anybodyMay(entity.name, 'change');
      const [cell] = access.cells(entity.name, 'change').filter(({ grant }) => grant.kind === 'yes');
      for (const machine of machines) {
        const { editableIn, id, at, standing } = machine;
        if (editableIn === null || standing !== 'stated') continue;
        const [first] = editableIn.filter((state) => state.at !== null);
        if (first !== undefined && may === 'no') {
          yield {
            element: id,
            at: first.at,
            message: `${capitalize(withArticle(entity.name))} is editable in ${first.name}, but nobody may change one.`,
            next: `Grant the row “${entity.name}: change” of point 6, or leave “Editable in” blank.`,
            witness: witnessOf(context, {
              entity: entity.name,
              state: { machine, name: first.name },
              outcome: 'nobody can change a field',
            }),
          };
        }
        if (editableIn.length === 0 && machine.states.some(({ final }) => !final) && cell !== undefined) {
          yield {
            element: id,
            at,
            also: [cell.at],
            message: `${cell.role} may change ${withArticle(entity.name)}, but ${machine.name} makes it editable in no state.`,
            next: 'Name the states after “Editable in:”, or remove the row of point 6.',
            witness: witnessOf(context, {
              who: cell.role,
              entity: entity.name,
              outcome: 'no field can be changed in any state',
            }),
          };
        }
      }
    }
  },
});
