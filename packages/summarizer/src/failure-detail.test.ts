import { expect, it } from 'vitest';
import { failureDetail } from './failure-detail.ts';

const guardFor = (apiKey: string) => ({ route: { label: 'auxiliary', model: 'm', apiKey } as const, prompt: '' });

it('masks the key in what a provider says of it', () => {
  expect(failureDetail('m answered HTTP 401', 'bad key local-key-77', guardFor('local-key-77'))).toBe(
    'm answered HTTP 401: bad key [REDACTED]',
  );
});

it('leaves words alone that a placeholder for a key is part of', () => {
  expect(failureDetail('m answered HTTP 401', 'a bad key', guardFor('k'))).toBe('m answered HTTP 401: a bad key');
});

it('leaves out what quotes the prompt', () => {
  const prompt = 'The user wants the invoice exporter moved to schema v3.';
  expect(failureDetail('m failed', `Cannot handle: ${prompt}`, { ...guardFor(''), prompt })).toBe('m failed.');
});
