import type { Sandbox } from '../cli.fixture.ts';

/** What is special about a plug-in of a test. */
export interface PluginTexts {
  readonly description?: string;
  readonly contract?: string;
  /** Code that runs when it is imported. */
  readonly atImport?: string;
  /** Body of an engine's `parseOptions(raw)`. */
  readonly parseOptions?: string;
}

/** Source of an object that is an engine. It changes nothing, and says so. */
export function engineObject(name: string, { parseOptions = 'return raw;' }: PluginTexts = {}): string {
  return `{
    name: '${name}', version: '1.2.0', contract: 1, description: 'From code.',
    parseOptions(raw) { ${parseOptions} },
    create: () => ({ updateFromResponse() {}, shouldCompress: () => false, async compress() { return { kind: 'unchanged', reason: 'declined' }; } }),
  }`;
}

/** Write the folder of an engine below a folder of such folders. */
export function writeEngine(box: Sandbox, root: string, name: string, texts: PluginTexts = {}): void {
  writeManifest(box, `${root}/${name}`, texts);
  box.write(
    `${root}/${name}/index.js`,
    `${texts.atImport ?? ''}\nexport const contextEngine = ${engineObject(name, texts)};\n`,
  );
}

/** Write the folder of a general plug-in into the home. `register` is the body of its `register(context)`. */
export function writeGeneral(box: Sandbox, name: string, register = '', texts: PluginTexts = {}): void {
  const folder = `home/plugins/${name}`;
  writeManifest(box, folder, texts);
  box.write(`${folder}/index.js`, `${texts.atImport ?? ''}\nexport function register(context) { ${register} }\n`);
}

function writeManifest(box: Sandbox, folder: string, { description = 'Plain.', contract = '1' }: PluginTexts): void {
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  const lines = [`name: ${name}`, 'version: 1.2.0', `description: ${JSON.stringify(description)}`];
  box.write(`${folder}/plugin.yaml`, `${[...lines, `contract: ${contract}`, 'main: index.js'].join('\n')}\n`);
}
