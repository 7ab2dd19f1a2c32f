// Runs a program of this checkout with any Node from 20.19: `node scripts/bootstrap.mjs FILE [ARGUMENT…]`. Installs a
// newer Node and the packages if they are missing, then runs the program, forwards signals and returns its exit code.
// Prints only to stderr, so that the program's output can be piped.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const readJson = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));
const say = (text) => process.stderr.write(`${text}\n`);

const [file, ...args] = process.argv.slice(2);
const node = oneAtATime(() => {
  const found = suitableNode();
  installPackages(found);
  return found;
});
run(node, file, args);

/** Returns the current Node if it is new enough, else the one in tools/node. */
function suitableNode() {
  const needed = readJson('package.json').engines.node.replace('>=', '');
  if (isAtLeast(process.versions.node, needed)) return process.execPath;
  const platform = `${process.platform.replace('win32', 'win')}-${process.arch}`;
  const offered = Object.entries(readJson('tools', 'node', 'package.json').optionalDependencies);
  const [name, version] = offered.find(([each]) => each.endsWith(`-${platform}`)) ?? [];
  if (name) {
    const folder = join('tools', 'node', 'node_modules', name);
    const binary = join(root, folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    const present = () => existsSync(binary) && readJson(folder, 'package.json').version === version;
    if (!present()) {
      say(`Node ${needed} or later is needed and this is ${process.versions.node}: bringing ${version} along …`);
      npmInstall(process.execPath, join(root, 'tools', 'node'));
    }
    if (present() && spawnSync(binary, ['--version']).status === 0) return binary;
  }
  stop(
    `Ninefold needs Node ${needed} or later, this is Node ${process.versions.node}, and none could be brought along for ` +
      `${platform}: install Node 24 or later from https://nodejs.org and run the same command again.`,
  );
}

function isAtLeast(version, needed) {
  const [major, minor] = version.split('.').map(Number);
  const [neededMajor, neededMinor = 0] = needed.split('.').map(Number);
  return major > neededMajor || (major === neededMajor && minor >= neededMinor);
}

/** Installs the packages of package-lock.json unless they are installed. */
function installPackages(node) {
  if (packagesAreCurrent()) return;
  say('Installing packages …');
  const started = Date.now();
  if (!npmInstall(node, root))
    stop('The packages could not be installed; npm says why above. Check the network, then try again.');
  say(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/**
 * npm records the installed packages in node_modules/.package-lock.json. Optional packages of other platforms are
 * missing there.
 */
function packagesAreCurrent() {
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false;
  const installed = readJson('node_modules', '.package-lock.json').packages;
  return Object.entries(readJson('package-lock.json').packages).every(([path, wanted]) => {
    const found = installed[path];
    if (path === '' || (!found && wanted.optional)) return true;
    return found?.version === wanted.version && found?.integrity === wanted.integrity;
  });
}

/** Runs npm with the given Node: with an old Node, npm would choose packages for that version. */
function npmInstall(node, folder) {
  const beside = dirname(process.execPath);
  const candidates = [
    process.env.npm_execpath ?? '',
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    '/usr/share/nodejs/npm/bin/npm-cli.js',
  ];
  const npm = candidates.find((path) => path.endsWith('npm-cli.js') && existsSync(path));
  if (!npm) stop('npm was not found beside Node: start this with npm, as `npm start` or `npm test`.');
  const options = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--include=dev',
    '--include=optional',
  ];
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(config_local_prefix|lifecycle|package)/.test(name)),
  );
  env.PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
  return spawnSync(node, [npm, 'ci', ...options], { cwd: folder, env, stdio: ['ignore', 2, 2] }).status === 0;
}

/** A lock, so that `npm start` and `npm test` do not install at the same time on a fresh clone. */
function oneAtATime(work) {
  const lock = join(root, '.cache', 'preparing');
  mkdirSync(dirname(lock), { recursive: true });
  for (let tries = 0; !taken(lock); tries++) {
    if (tries === 3) say('Waiting for another installation in this folder …');
    if (holderIsGone(lock)) rmSync(lock, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  const result = work();
  release();
  process.off('exit', release);
  return result;
}

function taken(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

function holderIsGone(lock) {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function run(node, file, args) {
  const env = {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'compile'),
  };
  const child = spawn(node, [join(root, file), ...args], { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal sends Ctrl+C to the child too; forwarding it would send it twice.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
  }
  // A signal to npm ends the shell between npm and this process but does not arrive here. The end of that shell is the
  // signal.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 250).unref();
  child.on('error', (error) => stop(`${node} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function stop(sentence) {
  say(sentence);
  process.exit(2);
}
