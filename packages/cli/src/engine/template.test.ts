import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { renderTemplate } from './render-template.ts';
import { readExample, templateModule } from './template-module.fixture.ts';

const file = fileURLToPath(new URL('./template-files.ts', import.meta.url));

it('carries the files of examples/minimal-engine (bring it up to date with: npm test -- --project cli -u)', async () => {
  await expect(templateModule()).toMatchFileSnapshot(file);
});

it('makes the example out of the template, line for line', () => {
  const example = renderTemplate({ name: 'minimal-engine', rangeOf: () => 'workspace:*' });
  expect(new Map(example.map(({ path, text }) => [path, text]))).toEqual(readExample());
});

it('gives every file the new name, and each package the range that can be installed', () => {
  const files = renderTemplate({ name: 'demo', rangeOf: (packageName) => `^1.0.0-${packageName.length}` });
  const textOf = (path: string): string => files.find((each) => each.path === path)?.text ?? '';
  expect(files.filter(({ text }) => text.includes('minimal-engine') || text.includes('workspace:'))).toEqual([]);
  expect(textOf('plugin.yaml')).toContain('name: "demo"\n');
  expect(JSON.parse(textOf('package.json'))).toMatchObject({
    name: 'hermes-engine-demo',
    peerDependencies: { '@hermes-context/contract': '^1.0.0-24', '@hermes-context/messages': '^1.0.0-24' },
    devDependencies: { '@hermes-context/testing': '^1.0.0-23' },
  });
});
