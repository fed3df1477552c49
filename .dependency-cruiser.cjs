// The five floors (design: docs/architecture.md): a package imports only from floors below its own,
// packages of one floor do not know each other, and nobody imports a plug-in.
const floor2 = 'config|core|summarizer|compressor|caching|sessions|gateway|providers';
const testFile = '\\.(test|fixture)\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { pathNot: testFile } } },
    {
      name: 'contract-knows-nobody',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: testFile },
      to: { path: '^(packages/(?!contract/)|node_modules)' },
    },
    {
      name: 'floor-1-knows-contract',
      severity: 'error',
      from: { path: '^packages/(messages|models)/', pathNot: testFile },
      to: { path: '^packages/', pathNot: ['^packages/contract/', '^packages/$1/'] },
    },
    {
      name: 'floor-2-knows-no-sibling',
      severity: 'error',
      from: { path: `^packages/(${floor2})/`, pathNot: testFile },
      to: { path: '^packages/', pathNot: ['^packages/(contract|messages|models)/', '^packages/$1/'] },
    },
    {
      name: 'eval-knows-no-host',
      severity: 'error',
      from: { path: '^packages/eval/', pathNot: testFile },
      to: { path: '^packages/', pathNot: '^packages/(contract|messages|models|caching|summarizer|eval)/' },
    },
    {
      name: 'only-cli-imports-eval',
      severity: 'error',
      from: { path: '^(packages|plugins)/', pathNot: [testFile, '^packages/(eval|cli)/'] },
      to: { path: '^packages/eval/' },
    },
    {
      name: 'testing-is-for-tests',
      severity: 'error',
      // The command line proves engines (`hermes engine test`), so it alone may use what needs no test runner.
      from: { path: '^(packages|plugins)/', pathNot: [testFile, '^packages/testing/'] },
      to: { path: '^packages/testing/', pathNot: '^packages/testing/src/checks\\.ts$' },
    },
    {
      name: 'only-cli-runs-checks',
      severity: 'error',
      from: { path: '^(packages|plugins)/', pathNot: [testFile, '^packages/(testing|cli)/'] },
      to: { path: '^packages/testing/src/checks\\.ts$' },
    },
    {
      name: 'plugins-are-strangers',
      severity: 'error',
      from: { path: '^plugins/', pathNot: testFile },
      to: { path: '^packages/', pathNot: '^packages/(contract|messages)/' },
    },
    { name: 'nobody-imports-a-plugin', severity: 'error', from: { path: '^packages/' }, to: { path: '^plugins/' } },
    {
      name: 'no-deep-imports',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^packages/(?!$1/)[^/]+/src/(?!index\\.ts)', pathNot: '^packages/testing/src/checks\\.ts$' },
    },
    { name: 'not-resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.test.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@hermes-context/source', 'import', 'types', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
};
