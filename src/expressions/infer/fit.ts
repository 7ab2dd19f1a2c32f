import { comparable, kindWords, type NumberType } from '../types/kinds.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';
import { fail, type Inference, isZero, literal, toScale } from './inference.ts';

/** Converts an expression to the type that the place needs. Null if that is not possible, which is reported. */
export function fitTo(typed: Typed, wants: StaticType, inference: Inference): Typed | null {
  if (typed.op === 'unknown') return typed;
  // A field of this type may be empty; a condition may not.
  const mayBeEmpty = wants.t === 'boolean' && wants.condition !== true;
  if (wants.t === 'boolean' && typed.type.t !== 'boolean' && !(mayBeEmpty && typed.type.t === 'empty'))
    return notCondition(typed, inference);
  if (wants.t === 'empty' || typed.type.t === 'empty') return typed;
  if (wants.t === 'number' && typed.type.t === 'number') return fitNumber(typed, wants, inference);
  if (wants.t === 'money' && typed.type.t === 'number') return fitMoney(typed, inference);
  if (wants.t === 'list') return fitList(typed, wants, inference);
  if (wants.t === 'duration' && typed.type.t === 'working') return fitWorking(typed, wants, inference);
  if ((wants.t === 'file' || wants.t === 'object') && typed.type.t === wants.t) return typed;
  if (wants.t === 'instant' && typed.type.t === 'date') {
    return fail(inference, typed, 'A date and time is needed here, and this is a date.', 'Write now for this moment.');
  }
  if (wants.t === 'date' && typed.type.t === 'instant') {
    return fail(
      inference,
      typed,
      'A date is needed here, and this is a date and time.',
      'Write today, or date(…) around it.',
    );
  }
  if (wants.t !== 'money' && comparable(typed.type, wants)) return typed;
  if (wants.t === 'money' && typed.type.t === 'money') return typed;
  return mismatch(typed, wants, inference);
}

/** Reports that an expression is not a condition, and how to make one of it. */
export function notCondition(typed: Typed, inference: Inference): null {
  const next =
    typed.type.t === 'empty' ? 'Write what must hold.' : 'Compare it, as in "… != null" for a field that is given.';
  return fail(inference, typed, `This is ${kindWords(typed.type)}, not a condition.`, next);
}

function fitNumber(typed: Typed, wants: NumberType, inference: Inference): Typed | null {
  const unit = typed.type.t === 'number' ? typed.type.unit : null;
  return unit === wants.unit || isZero(typed) ? toScale(typed, wants) : mismatch(typed, wants, inference);
}

function fitMoney(typed: Typed, inference: Inference): Typed | null {
  const type: StaticType = { t: 'money' };
  const unit = typed.type.t === 'number' ? typed.type.unit : null;
  if (unit === null || unit === 'B') return mismatch(typed, type, inference);
  if (typed.op === 'literal' && typeof typed.value === 'number') {
    return literal(typed, type, { amount: typed.value, currency: unit });
  }
  return fail(inference, typed, `This is always in ${unit}.`, `State the field as money(${unit}).`);
}

/**
 * Working time stays a length of working time if the place is the working time between two moments, which counts in
 * hours only.
 */
function fitWorking(typed: Typed, wants: Extract<StaticType, { t: 'duration' }>, inference: Inference): Typed | null {
  if (wants.working === true) return typed;
  return typed.op === 'working' && typed.name === 'between'
    ? { ...typed, type: wants }
    : mismatch(typed, wants, inference);
}

function fitList(typed: Typed, wants: Extract<StaticType, { t: 'list' }>, inference: Inference): Typed | null {
  const type = typed.type;
  if (type.t === 'list' && (type.of.t === 'empty' || comparable(type.of, wants.of))) return { ...typed, type: wants };
  if (type.t !== 'list' && type.t === wants.of.t) {
    return { op: 'list', items: [typed], type: wants, from: typed.from, to: typed.to };
  }
  return mismatch(typed, wants, inference);
}

function mismatch(typed: Typed, wants: StaticType, inference: Inference): null {
  const next =
    wants.t === 'number' && wants.unit !== null && wants.unit !== 'B'
      ? `Write an amount, as in 25 ${wants.unit}.`
      : `Write ${kindWords(wants)}.`;
  return fail(inference, typed, `This is ${kindWords(typed.type)}; ${kindWords(wants)} is needed here.`, next);
}
