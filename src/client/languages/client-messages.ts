import { directionOf, withDirectionMark } from '../../fields/text/direction.ts';
import english from '../../messages/en.json' with { type: 'json' };
import { formatMessages, type MessageTree } from '../../messages/format-messages.ts';
import type { ClientMessages } from '../../messages/message-types.ts';

/** Returns the texts of the client from a language file. English replaces what the file lacks. */
export function clientMessages(
  language: string,
  { client }: { readonly client: MessageTree } = english,
): ClientMessages {
  return formatMessages<ClientMessages>(client, language, {
    fallback: english.client,
    ...(directionOf(language) === 'rtl' ? { adjust: markedUnlessFileName } : {}),
  });
}

const markedUnlessFileName = (text: string): string => (text.endsWith('.csv') ? text : withDirectionMark(text));
