import type { Sandbox } from '../cli.fixture.ts';
import { engineText, manifest, writeEngine } from '../plug-ins/plug-in.fixture.ts';

/** Write an engine with commands into the home; `commands` is their source, as a list. */
export function writeCommandEngine(box: Sandbox, name: string, commands: string): void {
  writeEngine(box, name, moduleText(name, commands));
}

/** The same into the project's folder. */
export function writeProjectEngine(box: Sandbox, name: string, commands: string): void {
  box.write(`plugins/context_engine/${name}/plugin.yaml`, manifest(name));
  box.write(`plugins/context_engine/${name}/index.mjs`, moduleText(name, commands));
}

function moduleText(name: string, commands: string): string {
  return `export const contextEngine = { ...${engineText(name)}, commands: ${commands} };`;
}

/** Source of a command whose `run` has this body; it is given `args` and `services`. */
export function commandText(name: string, body: string): string {
  return `{ name: '${name}', summary: 'Does ${name}.', usage: '[WORD]', run: async (args, services) => { ${body} } }`;
}
