import { withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { capital } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'editable-by-nobody',
  point: 4,
  severity: 'warning',
  about: 'States that are said to be editable where nobody may change the record, or a change that no state allows.',
  *findIn(context) {
    const { access, entity, machines } = context;
    if (entity.belongsTo !== null || entity.standing !== 'stated') return;
    const may = access.somebodyMay(entity.name, 'change');
    const [cell] = access.cells(entity.name, 'change').filter(({ grant }) => grant.kind === 'yes');
    for (const machine of machines) {
      const { editableIn, id, at, standing } = machine;
      if (editableIn === null || standing !== 'stated') continue;
      const [first] = editableIn.filter((state) => state.at !== null);
      if (first !== undefined && may === 'no') {
        yield {
          element: id,
          at: first.at,
          message: `${capital(withArticle(entity.name))} is editable in ${first.name}, and nobody may change one.`,
          next: `Grant the row “${entity.name}: change” of point 6, or leave “Editable in” blank.`,
          witness: witnessOf(context, {
            entity: entity.name,
            state: { machine, name: first.name },
            happens: 'no field can be changed, whoever signs in',
          }),
        };
      }
      if (editableIn.length === 0 && machine.states.some(({ final }) => !final) && cell !== undefined) {
        yield {
          element: id,
          at,
          also: [cell.at],
          message: `${cell.role} may change ${withArticle(entity.name)}, and ${machine.name} leaves it editable in no state.`,
          next: 'Name the states behind “Editable in:”, or take the row of point 6 away.',
          witness: witnessOf(context, {
            who: cell.role,
            entity: entity.name,
            happens: 'no field can be changed, in whatever state it is',
          }),
        };
      }
    }
  },
});
