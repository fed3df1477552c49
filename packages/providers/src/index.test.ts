import { expect, it } from 'vitest';
import * as publicApi from './index.ts';

it('exports what outsiders may rely on, and nothing else', () => {
  expect(Object.keys(publicApi).toSorted()).toEqual([
    'ChatModelError',
    'EmptyTranscriptError',
    'TranscriptShapeError',
    'TranscriptSyntaxError',
    'WireMemo',
    'anthropicChatModel',
    'dropUnboundThinking',
    'fromAnthropicMessages',
    'fromOpenAiChat',
    'fromResponsesItems',
    'openAiChatModel',
    'readTranscript',
    'toAnthropicMessages',
    'toBedrockConverse',
    'toOpenAiChat',
    'toResponsesItems',
    'withoutReasoning',
  ]);
});
