import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ComponentType, createElement, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  isLoaded,
  lazyPreloaded,
  lazyWithoutFallback,
  loadModule,
} from '../../src/client/components-base/lazy-preloaded.ts';

interface Props {
  readonly name: string;
}

const Part = ({ name }: Props) => `${name} is drawn`;
const Instead = ({ name }: Props) => `${name} did not come`;

/** What is drawn of it in one go, with a word in its place as long as it is not there. */
const drawn = (Drawn: ComponentType<Props>) =>
  renderToStaticMarkup(createElement(Suspense, { fallback: 'waits' }, createElement(Drawn, { name: 'It' }))).replaceAll(
    /<!--.*?-->|<template[^>]*><\/template>/g,
    '',
  );

/** Until what was begun has come, or has not. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what was fetched is drawn at once, with nothing in its place before', async () => {
  let asked = 0;
  const load = async () => {
    asked++;
    return { Part };
  };
  const Later = lazyPreloaded(load, 'Part');
  assert.equal(isLoaded(load), false);
  await loadModule(load);
  assert.equal(isLoaded(load), true);
  assert.equal(drawn(Later), 'It is drawn');
  assert.equal(drawn(lazyWithoutFallback(load, 'Part')), 'It is drawn');
  assert.equal(asked, 1, 'what is there is asked for no more');
});

test('what was not fetched is asked for when it is drawn, once, and stands there when it has come', async () => {
  let asked = 0;
  const load = async () => {
    asked++;
    return { Part };
  };
  const Later = lazyPreloaded(load, 'Part');
  assert.equal(asked, 0);
  assert.equal(drawn(Later), 'waits');
  assert.equal(drawn(lazyWithoutFallback(load, 'Part')), '');
  await turn();
  assert.equal(drawn(Later), 'It is drawn');
  assert.equal(asked, 1);
  assert.equal(isLoaded(load), true);
});

test('where it can’t be fetched, something stands in its place, or it fails as a whole; what comes after all is drawn', async () => {
  let comes = false;
  const load = async () => {
    if (!comes) throw new Error('It is not there.');
    return { Part };
  };
  const Later = lazyPreloaded(load, 'Part', Instead);
  drawn(Later);
  await turn();
  assert.equal(drawn(Later), 'It did not come');
  assert.throws(
    () => renderToStaticMarkup(createElement(lazyPreloaded(load, 'Part'), { name: 'It' })),
    /It is not there/,
  );
  // A part that stands in its place may itself come later.
  const words = async () => ({ Words: Instead });
  const Both = lazyPreloaded(load, 'Part', lazyPreloaded(words, 'Words'));
  assert.equal(drawn(Both), 'waits');
  await turn();
  assert.equal(drawn(Both), 'It did not come');
  comes = true;
  await loadModule(load);
  assert.equal(drawn(Later), 'It is drawn');
});
