import { expect, it } from 'vitest';
import * as publicApi from './index.ts';

it('exports what callers need, and nothing else', () => {
  expect(Object.keys(publicApi).toSorted()).toEqual([
    'ConfigEditRefusedError',
    'ConfigLockedError',
    'ConfigUnwritableError',
    'InvalidConfigError',
    'InvalidSettingError',
    'UnknownSettingError',
    'claimNotice',
    'configJsonSchema',
    'describeKeys',
    'editConfigFile',
    'findHermesHome',
    'formatKeyPath',
    'formatPlace',
    'formatProblem',
    'getValue',
    'listSources',
    'loadConfig',
    'parseKeyPath',
    'parseSettingValue',
    'renderConfigurationDoc',
  ]);
});
