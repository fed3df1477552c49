import { estimateTokens, redactSecrets } from '@hermes-context/messages';
import { expect, it } from 'vitest';
import { garbled, PLANTED_ORDERS } from './planted-orders.ts';
import { PLANTED_SECRETS } from './planted-secrets.ts';

it.each(PLANTED_SECRETS)('a careful summarizer hides $family wherever it is planted', ({ secret, line }) => {
  expect(line).toContain(secret);
  for (const text of [line, `${line}\nconst total = rows.length;`, `Earlier.\n${line}\n设定`])
    expect(redactSecrets(text)).not.toContain(secret);
});

it.each(PLANTED_ORDERS)('the harmless twin of %j weighs as much, and orders nothing', (order) => {
  const twin = garbled(order);
  expect(twin).not.toBe(order);
  expect(twin.length).toBe(order.length);
  expect(estimateTokens({ role: 'user', content: twin })).toBe(estimateTokens({ role: 'user', content: order }));
});
