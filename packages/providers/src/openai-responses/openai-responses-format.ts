import type { WireFormat } from '../wire-format.ts';
import { readResponses } from './from-responses.ts';
import { writeResponses } from './to-responses.ts';

/** Transcripts in the shape of an OpenAI Responses request: one item for each text, call, result and thought. */
export const openAiResponsesFormat: WireFormat = { read: readResponses, write: writeResponses };
