import { expect, it } from 'vitest';
import * as publicApi from './index.ts';

it('exports these names and no others', () => {
  expect(Object.keys(publicApi).toSorted()).toEqual([
    'BUILT_IN_ENGINE_NAME',
    'BuiltInEngineToken',
    'DuplicateEngineError',
    'ENGINE_NAME_RULE',
    'EngineCreateError',
    'EngineNameError',
    'EngineNotFoundError',
    'EngineOptionsError',
    'EngineRegistryToken',
    'HOST_CONTRACT_VERSIONS',
    'IncompatiblePluginError',
    'PluginLoadError',
    'RegisteredEngineToken',
    'checkPlugin',
    'createEngine',
    'createEngineRegistry',
    'createEventBus',
    'describeEngineSource',
    'discoverPluginFolders',
    'fallBackToBuiltIn',
    'formatResolutionReport',
    'gateOutcome',
    'isEngineEventName',
    'isEngineName',
    'loadPluginFolder',
    'parseEngineOptions',
    'pluginRoots',
    'resolveEngine',
  ]);
});
