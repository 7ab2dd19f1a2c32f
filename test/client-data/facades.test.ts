import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { removeFacades } from '../../scripts/client-facades.ts';

const made = (code: string, modules = ['a.ts'], imports: string[] = []) => ({
  type: 'chunk',
  code,
  modules: Object.fromEntries(modules.map((id) => [id, {}])),
  imports,
});

const board = () => made('const b=1,s=2;export{b as t,s}');
const facade = () => made('export{t as Board,s}from"./c-board.js";\n', [], ['_/c-board.js']);

describe('files of the client that only name what lies in another', () => {
  it('go, and who asks for one asks for the other and finds the same names', () => {
    const bundle = {
      '_/start.js': made('const later=()=>import(`./c-facade.js`);'),
      '_/c-facade.js': facade(),
      '_/c-board.js': board(),
    };
    removeFacades(bundle);
    assert.deepEqual(Object.keys(bundle), ['_/start.js', '_/c-board.js']);
    assert.equal(bundle['_/start.js'].code, 'const later=()=>import(`./c-board.js`).then(e=>({Board:e.t,s:e.s}));');
  });

  it('stay where another file imports from them, or they hold something themselves', () => {
    const imported = {
      '_/start.js': made('import{s}from"./c-facade.js"', ['a.ts'], ['_/c-facade.js']),
      '_/c-facade.js': facade(),
    };
    removeFacades(imported);
    assert.ok('_/c-facade.js' in imported);
    const holding = { '_/c-board.js': board(), '_/c-own.js': { ...facade(), modules: { 'own.ts': {} } } };
    removeFacades(holding);
    assert.ok('_/c-own.js' in holding);
  });

  it('stop the build where they are asked for in a way that is not known', () => {
    const bundle = { '_/start.js': made('load("./c-facade.js")'), '_/c-facade.js': facade(), '_/c-board.js': board() };
    assert.throws(() => removeFacades(bundle), /c-facade\.js only leads to c-board\.js/);
  });
});
