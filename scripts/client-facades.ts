import type { Plugin } from 'vite';

interface Chunk {
  readonly type: string;
  readonly modules?: Readonly<Record<string, unknown>>;
  readonly imports?: readonly string[];
  code?: string;
}

/** Matches a file that only re-exports another one: `export{t as Board}from"./c-1a2b3c4.js";`. */
const FACADE = /^export\{([^{}]+)\}from"\.\/([^"/]+)";?\s*$/;
const EXPORTED = /^\s*([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/;

/**
 * A plugin that removes files which only re-export another file. The bundler writes one when a lazy part shares its
 * file with others; the browser could request that file only after loading the re-export, one round trip later.
 */
export function withoutFacades(): Plugin {
  return {
    name: 'without-facades',
    apply: 'build',
    generateBundle: {
      // After the preload lists were written.
      order: 'post',
      handler: (_options, bundle) => removeFacades(bundle),
    },
  };
}

/**
 * Removes files that only re-export another one; imports of them then load the other file. `bundle`: the built files by
 * name. Throws if such a file is imported in an unknown way.
 */
export function removeFacades(bundle: Record<string, Chunk>): void {
  const kept = new Set(Object.values(bundle).flatMap(({ imports = [] }) => imports));
  for (const [name, { code = '', modules = {} }] of Object.entries(bundle)) {
    const [, exported = '', target = ''] = FACADE.exec(code) ?? [];
    if (target === '' || kept.has(name) || Object.keys(modules).length > 0) continue;
    const file = name.slice(name.lastIndexOf('/') + 1);
    const loaded = `import(\`./${target}\`).then(e=>({${exported.split(',').map(named).join()}}))`;
    for (const other of Object.values(bundle))
      if (other.code?.includes(file)) other.code = other.code.replaceAll(`import(\`./${file}\`)`, loaded);
    if (Object.values(bundle).some((other) => other.code !== code && other.code?.includes(file)))
      throw new Error(`${file} only leads to ${target}, and is asked for in a way that is not known.`);
    delete bundle[name];
  }
}

function named(exported: string): string {
  const [, inner = '', outer = inner] = EXPORTED.exec(exported) ?? [];
  if (inner === '') throw new Error(`“${exported}” is no export that is known.`);
  return `${outer}:e.${inner}`;
}
