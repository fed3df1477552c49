import { describe, expect, it } from 'vitest';
import { refusesCompaction } from './anthropic-compaction-refusal.ts';

function said(message: string, status = 400): { readonly status: number; readonly body: string } {
  return { status, body: JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }) };
}

describe('the refusal of a compaction', () => {
  it.each([
    'context_management: Extra inputs are not permitted',
    "context_management.edits.0: Input tag 'compact_20260112' found using 'type' does not match any of the expected tags: 'clear_tool_uses_20250919'",
    'Unexpected value(s) `compact-2026-01-12` for the `anthropic-beta` header.',
    'This model does not support compact_20260112.',
    "claude-x doesn't support context_management",
    'Unknown field: context_management',
    'invalid beta flag: compact-2026-01-12',
    'compact_20260112 is not currently available for your organization',
  ])('is seen in a 400 that says: %s', (message) => {
    expect(refusesCompaction(said(message))).toBe(true);
  });

  it.each([
    'context_management.edits.0.trigger.value: Input should be greater than or equal to 50000',
    'messages.1.content.0.compaction.content: String should have at least 1 character',
    'metadata: Extra inputs are not permitted',
    'prompt is too long: 210000 tokens > 200000 maximum',
    'Unexpected value(s) `compact-2026-09-04` for the `anthropic-beta` header.',
    'my_context_management is not supported',
    '',
  ])('is not seen in one that says: %s', (message) => {
    expect(refusesCompaction(said(message))).toBe(false);
  });

  it('is not seen in another status, nor in a body that has no error in it', () => {
    const message = 'context_management: Extra inputs are not permitted';
    expect([401, 404, 422, 429, 500, 529].map((status) => refusesCompaction(said(message, status)))).not.toContain(
      true,
    );
    expect(refusesCompaction({ status: 400, body: message })).toBe(false);
    expect(refusesCompaction({ status: 400, body: JSON.stringify({ message }) })).toBe(false);
    expect(refusesCompaction({ status: 400, body: `<html>${message}</html>` })).toBe(false);
  });
});
