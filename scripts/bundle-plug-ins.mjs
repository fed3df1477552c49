// Lays the engines of plugins/context_engine into packages/cli, compiled, so that whoever installs the command has them:
// Node strips no types below node_modules. Runs before the package is packed; `--remove` takes them away behind it.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const sources = join(root, 'plugins', 'context_engine');
const bundle = join(root, 'packages', 'cli', 'plugins');

/** The compiled modules of an engine without their maps and types, its manifest with the compiled entry, its README. */
function bundleEngine(name) {
  const [from, to] = [join(sources, name), join(bundle, 'context_engine', name)];
  const compiled = join(from, 'dist');
  if (!existsSync(join(compiled, 'index.js'))) throw new Error(`${compiled} has no index.js. Run: npm run build`);
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(compiled, { recursive: true }).filter((each) => each.endsWith('.js'))) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    writeFileSync(
      join(to, file),
      readFileSync(join(compiled, file), 'utf8').replace(/\n\/\/# sourceMappingURL=.*$/, '\n'),
    );
  }
  const manifest = readFileSync(join(from, 'plugin.yaml'), 'utf8');
  const entry = manifest.replace(/^main: src\/index\.ts$/m, 'main: index.js');
  if (entry === manifest) throw new Error(`plugin.yaml of ${name} does not have the line "main: src/index.ts".`);
  writeFileSync(join(to, 'plugin.yaml'), entry);
  cpSync(join(from, 'README.md'), join(to, 'README.md'));
}

rmSync(bundle, { recursive: true, force: true });
if (!process.argv.includes('--remove')) {
  for (const name of readdirSync(sources).filter((each) => existsSync(join(sources, each, 'plugin.yaml')))) {
    bundleEngine(name);
  }
}
