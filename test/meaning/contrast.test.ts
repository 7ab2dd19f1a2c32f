import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { TONES } from '../../src/model/types/tone.ts';

const css = readFileSync(join(import.meta.dirname, '..', '..', 'src', 'client', 'styles', 'tokens.css'), 'utf8');

/** Returns the light and the dark colour of a token, within the rule of a tone if one is given. */
function colours(token: string, tone: string | null = null): readonly [light: number, dark: number] {
  const rule = tone === null ? css : (css.split(`[data-tone="${tone}"]`)[1]?.split('}')[0] ?? '');
  const number = String.raw`([\d.]+)`;
  const colour = String.raw`oklch\(${number}% ${number} ${number}\)`;
  const found = new RegExp(`${token}: light-dark\\(${colour}, ${colour}\\)`).exec(rule);
  assert.ok(found, `${token} of ${tone ?? 'the page'} is a pair of colours`);
  const [light = 0, c = 0, h = 0, dark = 0, darkC = 0, darkH = 0] = found.slice(1).map(Number);
  return [luminance(light / 100, c, h), luminance(dark / 100, darkC, darkH)];
}

/** Returns the relative luminance (WCAG 2) of a colour in OKLCH. */
function luminance(lightness: number, chroma: number, hue: number): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

for (const tone of TONES)
  test(`${tone} has text of 4.5:1 on its tint and on the page, in light and dark`, () => {
    for (const [index, theme] of ['light', 'dark'].entries()) {
      const of = (token: string, in_: string | null = null) => colours(token, in_)[index] ?? 0;
      const text = of('--tint-text', tone);
      for (const ground of [of('--tint', tone), of('--page'), of('--raised')]) {
        const found = contrast(text, ground);
        assert.ok(found >= 4.5, `${tone} text in ${theme}: ${found.toFixed(2)}`);
      }
    }
  });
