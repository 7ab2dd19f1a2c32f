import { beside, type Comparison, compared } from './compare.ts';
import type { Frame, Operand } from './frame.ts';
import { moved } from './operand.ts';

/** A date, or a date and time. */
export const isMoment = ({ sort }: Operand) => sort === 'date' || sort === 'instant';

/** "in the future", "within 14 days after closed at", "until pickupAt", "older than 2 weeks". */
export function time(subject: Operand, text: string, frame: Frame): string | null {
  if (!isMoment(subject)) return null;
  const clock: Operand =
    subject.sort === 'date'
      ? { ...subject, text: 'today', compound: false }
      : { ...subject, text: 'now', compound: false };
  if (/^(?:in|into) the future$/i.test(text)) return compared(subject, '>', clock);
  if (/^(?:in the past|past|over|passed|gone|has passed)$/i.test(text)) return compared(subject, '<', clock);
  const open =
    /^(not |outside (?:of )?)?(?:in|within|during|inside)? ?(?:the |its |our )?(?:opening|working|business|office) (?:hours|times?)$/i.exec(
      text,
    );
  if (open !== null && subject.sort === 'instant')
    return `${open[1] === undefined ? '' : 'not '}isWorkingTime(${subject.text})`;
  if (/^today$/i.test(text)) return compared(subject, '==', { ...clock, sort: 'date', text: 'today' });
  const old = /^(older|younger|longer ago|more|less) than (.+?)(?: (ago|back|old))?$/i.exec(text);
  if (old !== null && (old[3] !== undefined || /^(?:older|younger|longer)/i.test(old[1] ?? ''))) {
    const border = moved(clock, old[2] ?? '', '-', frame);
    return border === null ? null : compared(subject, /^(?:younger|less)/i.test(old[1] ?? '') ? '>' : '<', border);
  }
  return within(subject, text, frame, clock);
}

function within(subject: Operand, text: string, frame: Frame, clock: Operand): string | null {
  const around =
    /^(?:only )?(?:within|during) (?:the )?(?:first |last |next )?(.+?) (after|before|from|of|since|following) (.+)$/i.exec(
      text,
    );
  if (around !== null) {
    const base = beside(around[3] ?? '', subject, frame);
    const back = /^before$/i.test(around[2] ?? '');
    const end = base === null ? null : moved(base, around[1] ?? '', back ? '-' : '+', frame);
    if (base === null || end === null || !isMoment(base)) return null;
    const [from, to] = back ? [end, base] : [base, end];
    const [early, late] = [compared(subject, '>=', from), compared(subject, '<=', to)];
    return early === null || late === null ? null : `${early} and ${late}`;
  }
  const last = /^(?:within|in|during) the (?:last|past) (.+)$/i.exec(text);
  const border = last === null ? null : moved(clock, last[1] ?? '', '-', frame);
  if (border === null) return null;
  const [early, late] = [compared(subject, '>=', border), compared(subject, '<=', clock)];
  return early === null || late === null ? null : `${early} and ${late}`;
}

/** "at least 2 hours before" is early, "not later than 2 hours before" is a border: a distance back turns the comparison round. */
export function backwards(text: string, operator: Comparison): Comparison | null {
  if (
    /^(?:at (?:most|least)|(?:no |not )?(?:more|less|fewer) than|a (?:max|min)imum of|(?:max|min)\.? |(?:max|min)imum )/i.test(
      text,
    )
  ) {
    return ({ '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' } as const)[operator];
  }
  return /^(?:up to|over|under|above|below|from|[<>]|maximally|longer|shorter|not (?:over|under|above|below))/i.test(
    text,
  )
    ? null
    : operator;
}
