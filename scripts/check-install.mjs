// Whether the packages work where they are installed: packed as they would be published, unpacked into the node_modules
// of an empty folder, with what they depend on beside them. Without a network: the dependencies are those of the checkout.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
const place = mkdtempSync(join(tmpdir(), 'hermes-install-'));
const modules = join(place, 'node_modules');

/** Pack all packages with their scripts, and unpack each below its own name. */
function install() {
  mkdirSync(modules, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', place, ...packages], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  for (const { name, filename } of JSON.parse(packed.slice(packed.indexOf('[\n')))) {
    const to = join(modules, name);
    mkdirSync(to, { recursive: true });
    execFileSync('tar', ['-xzf', join(place, filename), '-C', to, '--strip-components', '1']);
  }
}

/** What else they declare: links to the packages of the checkout. What is not declared is not there. */
function linkDependencies() {
  for (const folder of packages) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const [name, range] of Object.entries(dependencies)) {
      const link = join(modules, name);
      if (range.startsWith('workspace:') || existsSync(link)) continue;
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(realpathSync(placeOf(name, folder)), link);
    }
  }
}

/** Where the checkout has a package: at whoever depends on it, or among all of them. */
function placeOf(name, folder) {
  const own = join(folder, 'node_modules', name);
  if (existsSync(own)) return own;
  const all = join(root, 'node_modules', '.pnpm');
  const version = readdirSync(all).find((each) => each.startsWith(`${name.replace('/', '+')}@`));
  if (version === undefined)
    throw new Error(`${name}, a dependency of ${folder}, is not installed. Run: npm run setup`);
  return join(all, version, 'node_modules', name);
}

/** Run the installed command. */
function hermes(...args) {
  const bin = join(modules, '@hermes-context', 'cli', 'bin', 'hermes.js');
  const env = { PATH: process.env.PATH, HOME: join(place, 'user'), HERMES_HOME: join(place, 'home') };
  const result = spawnSync(process.execPath, [bin, ...args], { cwd: place, env, encoding: 'utf8' });
  if (result.status === 0) return result.stdout;
  throw new Error(`hermes ${args.join(' ')} ended with ${result.status}:\n${result.stdout}${result.stderr}`);
}

function expect(what, isTrue) {
  if (!isTrue) throw new Error(`In an installation, ${what}.`);
}

/** A conversation that is worth compressing in a small window. */
function conversation() {
  const text = (turn, role) => `${role} ${turn}: ${'the parser reads the next line of the file '.repeat(12)}`;
  return Array.from({ length: 60 }, (_, turn) => [
    { role: 'user', content: text(turn, 'Question') },
    { role: 'assistant', content: text(turn, 'Answer') },
  ]).flat();
}

try {
  install();
  linkDependencies();
  const { engines } = JSON.parse(hermes('plugins', 'list', '--json'));
  for (const name of ['lcm', 'keep-turns']) {
    const found = engines.find((engine) => engine.name === name);
    expect(`hermes plugins list has no working ${name}: ${JSON.stringify(found)}`, found?.health === 'ok');
  }
  writeFileSync(join(place, 'chat.json'), JSON.stringify(conversation()));
  for (const engine of ['lcm', 'keep-turns']) {
    const args = ['--engine', engine, '--context-length', '16000', '--local', '--force', '--json', '--out', 'out.json'];
    const result = JSON.parse(hermes('compress', 'chat.json', ...args));
    expect(
      `${engine} does not compress: ${JSON.stringify(result)}`,
      result.outcome === 'compressed' && result.engine === engine,
    );
    expect(
      `${engine} makes a list that is not valid: ${JSON.stringify(result.valid)}`,
      Object.values(result.valid).flat().length === 0,
    );
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}
