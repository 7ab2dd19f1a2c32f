import type { Model } from '../../model/types/model.ts';
import { blocks, row, text } from './text.ts';

export function printTranslations({ translations: { languages, texts } }: Model): string {
  if (languages.length === 0 && texts.length === 0) return '';
  const header = [row(['Text', ...languages.map(({ tag }) => tag)]), row(['---', ...languages.map(() => '---')])];
  const lines = texts.map((each) => row([text(each.text), ...each.translated.map((cell) => text(cell.text))]));
  return blocks(['## Translations', [...header, ...lines].join('\n')]);
}
