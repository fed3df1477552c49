import type { Sandbox } from '../cli.fixture.ts';

/** Text of a `plugin.yaml`, with some lines more or other. */
export function manifest(name: string, changes: Readonly<Record<string, string>> = {}): string {
  const lines = { name, version: '1.0.0', description: 'A plug-in.', contract: '1', main: 'index.mjs', ...changes };
  return Object.entries(lines)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('');
}

/** Source of an engine that keeps the last four messages, as an expression. `created` runs when it is made. */
export function engineText(name: string, created = ''): string {
  return `{
    name: '${name}', version: '1.0.0', contract: 1, description: 'Keeps the last four messages.', parseOptions: (raw) => raw,
    create: (options, services) => {
      ${created};
      return { updateFromResponse() {}, shouldCompress: () => true, compress: async ({ messages }) => ({ kind: 'compressed', messages: messages.filter(({ role }, index) => role === 'system' || index >= messages.length - 4) }) };
    },
  }`;
}

/** Write an engine's folder into the home; `text` is its entry. */
export function writeEngine(box: Sandbox, name: string, text: string, yaml = manifest(name)): void {
  const folder = `home/plugins/context_engine/${name}`;
  box.write(`${folder}/plugin.yaml`, yaml);
  box.write(`${folder}/index.mjs`, text);
}

/** Write a general plug-in's folder into the home; `text` is its entry. */
export function writeGeneral(box: Sandbox, name: string, text: string, yaml = manifest(name)): void {
  box.write(`home/plugins/${name}/plugin.yaml`, yaml);
  box.write(`home/plugins/${name}/index.mjs`, text);
}
