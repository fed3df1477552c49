import { expect, expectTypeOf, it } from 'vitest';
import {
  type ContextEnginePlugin,
  defineContextEngine,
  type EngineCommand,
  type EngineCommandResult,
  type EngineCommandServices,
} from './index.ts';

interface Options {
  readonly depth: number;
}

const show: EngineCommand<Options> = {
  name: 'show',
  summary: 'Shows how deep it goes.',
  usage: '[WORD]',
  run: async ([word = ''], { options }) => ({ kind: 'done', text: `${word} ${options.depth}`, data: options.depth }),
};

const plugin = {
  name: 'deep',
  version: '1.0.0',
  contract: 1,
  description: 'Goes deep.',
  parseOptions: () => ({ depth: 3 }),
  create: () => {
    throw new Error('never made here');
  },
} as const;

it('lets a plug-in have commands that know its options, and be a plug-in of any options', () => {
  const deep = defineContextEngine<Options>({ ...plugin, commands: [show] });
  expectTypeOf(deep).toExtend<ContextEnginePlugin>();
  expectTypeOf<EngineCommandServices<Options>['options']>().toEqualTypeOf<Options>();
  expect(deep.commands).toEqual([show]);
});

it('stays right for a plug-in without commands', () => {
  expect(defineContextEngine<Options>(plugin).commands).toBeUndefined();
});

it('has no result that fails without saying what, why and fix', () => {
  expectTypeOf<{ kind: 'failed' }>().not.toExtend<EngineCommandResult>();
  expectTypeOf<{ kind: 'usage'; problem: { what: string } }>().not.toExtend<EngineCommandResult>();
  expectTypeOf<{ kind: 'done'; text: string }>().not.toExtend<EngineCommandResult>();
});
