import { InvalidOptionError } from '@hermes-context/contract';

/** Where a model is asked. */
export interface Endpoint {
  readonly model: string;
  /** As given, the query included. */
  readonly baseUrl: string;
  /** Empty where the server wants none. */
  readonly apiKey: string;
  /** The address without query: what may be shown and stored. */
  readonly route: string;
  /** Host and port, for a sentence. */
  readonly host: string;
}

/**
 * Where to ask.
 *
 * @throws InvalidOptionError - If the address is none, or holds a user or a password: `fetch` refuses it.
 */
export function readEndpoint(model: string, baseUrl: string, apiKey: string = ''): Endpoint {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw invalid(baseUrl.replace(/\/\/[^/]*@/, '//'), 'an http or https address');
  }
  const route = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  if (url.username !== '' || url.password !== '') throw invalid(route, 'an address without user and password');
  return { model, baseUrl: `${route}${url.search}`, apiKey, route, host: url.host };
}

const EXAMPLE = 'https://api.openai.com/v1';

function invalid(received: string, expected: string): InvalidOptionError {
  return new InvalidOptionError({ option: 'baseUrl', received, expected, example: EXAMPLE });
}
