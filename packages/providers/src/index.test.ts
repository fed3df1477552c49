import { expect, it } from 'vitest';
import * as publicApi from './index.ts';

it('exports what outsiders may rely on, and nothing else', () => {
  expect(Object.keys(publicApi).toSorted()).toEqual([
    'ChatModelError',
    'CodexAppServerError',
    'EmptyTranscriptError',
    'TranscriptShapeError',
    'TranscriptSyntaxError',
    'WireMemo',
    'anthropicChatModel',
    'checkpointsIn',
    'codexChatModel',
    'dropUnboundThinking',
    'fromAnthropicMessages',
    'fromCheckpoint',
    'fromOpenAiChat',
    'fromResponsesItems',
    'nativeCompactionGate',
    'openAiChatModel',
    'openCodexAppServer',
    'readTranscript',
    'responsesChatModel',
    'toAnthropicMessages',
    'toBedrockConverse',
    'toOpenAiChat',
    'toResponsesItems',
    'withoutReasoning',
  ]);
});
