import type { EngineTool } from '@hermes-context/contract';
import { WIRES } from '@hermes-context/messages';
import fc from 'fast-check';
import { scrambledTranscript } from '../scrambled-transcript.ts';
import { broken } from './broken.ts';
import { claimNoMoreFaults, claimNoWorse } from './claim-wires.ts';
import { conversations, requests } from './conversations.ts';
import { checkEach, checkOnce } from './define-check.ts';
import type { EngineCheck } from './engine-check.ts';
import { claimLastUser, claimValid } from './list-claims.ts';
import { requestOf } from './trial.ts';

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

const WIRE_CHECKS: readonly EngineCheck[] = WIRES.map((wire) =>
  checkEach({
    promise: 'P1',
    title: `answers with a list that ${wire.name} takes`,
    given: requests(),
    holds: async ({ messages, request }, { compress }) => {
      const outcome = await compress(messages, request);
      if (outcome.kind === 'compressed') claimNoWorse(wire, outcome.messages, messages);
    },
  }),
);

/** P1: what leaves the engine is accepted by whoever gets it. */
export const VALID_CHECKS: readonly EngineCheck[] = [
  ...WIRE_CHECKS,
  checkEach({
    promise: 'P1',
    title: 'breaks no list further that was broken before',
    given: fc.record({ messages: scrambledTranscript(), force: fc.boolean() }),
    holds: async ({ messages, force }, { compress }) => {
      const outcome = await compress(messages, { force });
      if (outcome.kind === 'compressed') claimNoMoreFaults(outcome.messages, messages);
    },
  }),
  checkEach({
    promise: 'P1',
    title: 'selects a list that a provider takes, with the last message of a person, if it selects',
    given: fc.record({ messages: conversations() }),
    holds: ({ messages }, { use }) =>
      use((engine, services) => {
        const { promptTokens = 0 } = requestOf(messages, services);
        const selected = engine.selectContext?.({ messages, promptTokens });
        if (selected === undefined || messages.length === 0) return;
        claimValid(selected);
        claimLastUser(selected, messages);
      }),
  }),
  checkOnce({
    promise: 'P1',
    title: 'offers tools that a model can call, if it offers any',
    look: ({ use }) =>
      use(({ tools = [] }) => {
        const names = tools.map(({ name }) => name);
        const twice = names.find((name, index) => names.indexOf(name) !== index);
        if (twice !== undefined) broken(`Two tools are called "${twice}".`);
        for (const tool of tools) claimCallable(tool);
      }),
  }),
];

function claimCallable({ name, description, parameters }: EngineTool): void {
  if (!TOOL_NAME.test(name)) broken(`Providers take no tool called ${JSON.stringify(name)}; a name is ${TOOL_NAME}.`);
  if (description.trim() === '') broken(`Tool "${name}" has no description.`);
  if (parameters['type'] !== 'object') broken(`The parameters of "${name}" are no JSON schema of type "object".`);
}
