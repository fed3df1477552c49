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
    'dropUnboundThinking',
    'fromAnthropicMessages',
    'fromCheckpoint',
    'fromOpenAiChat',
    'fromResponsesItems',
    'openAiChatModel',
    'openCodexAppServer',
    'readTranscript',
    'toAnthropicMessages',
    'toBedrockConverse',
    'toOpenAiChat',
    'toResponsesItems',
    'withoutReasoning',
  ]);
});
