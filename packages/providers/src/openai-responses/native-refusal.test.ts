import { describe, expect, it } from 'vitest';
import { refusesNative } from './native-refusal.ts';

const bodyOf = (error: object): string => JSON.stringify({ error });

describe('refusesNative', () => {
  it.each([
    { message: "Unknown parameter: 'context_management'.", param: 'context_management', code: 'unknown_parameter' },
    { message: "Unsupported value: 'context_management' is not supported with this model." },
    { message: 'context_management: Extra inputs are not permitted' },
    { message: 'Bad value.', param: 'context_management[0].compact_threshold', type: 'invalid_request_error' },
  ])('S-090 takes %j for one', (error) => {
    expect(refusesNative({ status: 400, body: bodyOf(error) })).toBe(true);
  });

  it.each([
    [400, bodyOf({ message: "Unknown parameter: 'include'." })],
    [400, bodyOf({ message: 'Your input exceeds the context window of this model.', code: 'context_length_exceeded' })],
    [400, 'Bad Request: context_management unknown'],
    [500, bodyOf({ message: "Unknown parameter: 'context_management'." })],
    [429, bodyOf({ message: 'Rate limit reached; context_management unsupported?' })],
    [400, ''],
  ])('S-090 takes HTTP %i with %s for none', (status, body) => {
    expect(refusesNative({ status, body })).toBe(false);
  });
});
