import { comparable, EMPTY, kindWords, type NumberType } from '../types/kinds.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';
import { fail, type Inference, isZero, toScale } from './inference.ts';

/** Converts the parts to one type. Null if they differ, which is reported. */
export function toCommonType(
  parts: readonly Typed[],
  inference: Inference,
): { readonly parts: Typed[]; readonly type: StaticType } | null {
  const first =
    parts.find((part) => part.type.t !== 'empty' && !isZero(part)) ?? parts.find((part) => part.type.t !== 'empty');
  if (first === undefined) return { parts: [...parts], type: EMPTY };
  const odd = parts.find((part) => !fits(part, first));
  if (odd !== undefined) {
    const [what, next] =
      odd.type.t === 'list' && first.type.t === 'list'
        ? ["One list as a whole can't stand for another.", 'Ask what is in each, as in "a in team or a in friends".']
        : [
            `This is ${kindWords(odd.type)}, and the others are ${kindWords(first.type)}.`,
            'Give all of them the same type.',
          ];
    return fail(inference, odd, what, next);
  }
  if (first.type.t !== 'number') return { parts: [...parts], type: first.type };
  const type: NumberType = {
    ...first.type,
    scale: Math.max(...parts.map((part) => (part.type.t === 'number' ? part.type.scale : 0))),
  };
  return { parts: parts.map((part) => toScale(part, type)), type };
}

function fits(part: Typed, first: Typed): boolean {
  if (isZero(part) && first.type.t === 'number') return true;
  return comparable(part.type, first.type) || (part.type.t === first.type.t && part.type.t === 'file');
}
