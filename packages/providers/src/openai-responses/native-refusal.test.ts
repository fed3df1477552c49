import { describe, expect, it } from 'vitest';
import { refusesNative } from './native-refusal.ts';

const FIELD = 'context_management';

describe('refusesNative', () => {
  it.each([
    { error: { message: `Unknown parameter: '${FIELD}'.`, param: FIELD, code: 'unknown_parameter' } },
    { error: { message: `Unsupported value: '${FIELD}' is not supported with this model.` } },
    { error: { message: `${FIELD}: Extra inputs are not permitted` } },
    { error: { message: 'Bad value.', param: `${FIELD}[0].compact_threshold`, type: 'invalid_request_error' } },
    { error: { message: "Invalid value: 'compact_threshold'.", code: null } },
    { detail: `Unsupported parameter: ${FIELD}` },
    { message: `Unrecognized request argument supplied: ${FIELD}` },
  ])('S-090 takes %j for one', (said) => {
    expect(refusesNative({ status: 400, said })).toBe(true);
    expect(refusesNative({ status: undefined, said })).toBe(true);
  });

  it.each([
    [400, { error: { message: "Unknown parameter: 'include'.", param: 'include' } }],
    [400, { error: { message: 'Your input exceeds the context window.', code: 'context_length_exceeded' } }],
    [
      400,
      {
        error: {
          message: `Your input exceeds the context window, ${FIELD} or not.`,
          type: 'invalid_request_error',
          param: 'input',
        },
      },
    ],
    [400, { error: { message: `Your prompt speaks of ${FIELD}.`, type: 'invalid_request_error' } }],
    [400, `Bad Request: ${FIELD} unknown`],
    [500, { error: { message: `Unknown parameter: '${FIELD}'.`, param: FIELD } }],
    [422, { error: { message: `Unknown parameter: '${FIELD}'.`, param: FIELD } }],
    [429, { error: { message: `Rate limit reached; ${FIELD} unsupported?` } }],
    [undefined, { error: { message: `Unknown parameter: '${FIELD}'.`, code: 500 } }],
    [400, undefined],
    [400, null],
  ])('S-090 takes HTTP %s with %j for none', (status, said) => {
    expect(refusesNative({ status, said })).toBe(false);
  });
});
