import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeKeys } from './describe-keys.ts';
import { configJsonSchema } from './json-schema.ts';
import { configSchema } from './schema.ts';

describe('the list of settings', () => {
  it('has every setting of the schema, once', () => {
    const paths = describeKeys().map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toHaveLength(39);
    expect(paths.slice(0, 5)).toEqual([
      'context.engine',
      'context.stages',
      'context.options',
      'plugins.enabled',
      'plugins.disabled',
    ]);
  });

  it('says of each its default and what follows from it, in one or two sentences', () => {
    for (const { path, description } of describeKeys()) {
      expect(description, path).toMatch(/Default \S+[^.]/);
      expect(description.match(/[.](?= |$)/g)?.length, path).toBeLessThanOrEqual(2);
      expect(description.length, path).toBeGreaterThan(60);
    }
  });

  it('names types as a person would', () => {
    const types = Object.fromEntries(describeKeys().map(({ path, type }) => [path, type]));
    expect(types).toMatchObject({
      'compression.enabled': 'true or false',
      'compression.threshold': 'number',
      'compression.protect_last_n': 'whole number',
      'compression.model_thresholds': 'map of numbers',
      'context.options': 'map of maps',
      'plugins.enabled': 'list of texts',
      'auxiliary.compression.context_length': 'whole number or null',
      'prompt_caching.cache_ttl': '"5m" or "1h"',
    });
  });

  it('has the defaults that a file without settings gets', () => {
    const config: unknown = configSchema.parse({});
    for (const { path, default: byDefault } of describeKeys()) {
      const value = path.split('.').reduce((section, key) => (section as Record<string, unknown>)[key], config);
      expect(value, path).toEqual(byDefault);
    }
  });
});

describe('the JSON Schema', () => {
  it('is of draft 7, with titles, descriptions, defaults and choices', () => {
    const schema = configJsonSchema();
    expect(schema).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      title: 'Hermes Context configuration',
      properties: {
        compression: {
          title: 'compression',
          properties: { threshold: { default: 0.5, exclusiveMinimum: 0, maximum: 1 } },
        },
        prompt_caching: { properties: { cache_ttl: { enum: ['5m', '1h'], default: '5m' } } },
        auxiliary: {
          properties: { compression: { properties: { model: { type: ['string', 'null'], default: null } } } },
        },
      },
    });
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });

  it('accepts what the documentation shows, and keys of other programs', () => {
    const validator = z.fromJSONSchema(configJsonSchema() as Parameters<typeof z.fromJSONSchema>[0]);
    const accepts = (value: unknown) => validator.safeParse(value).success;
    expect(accepts({})).toBe(true);
    expect(
      accepts({ model: 'glm-5.2', agent: { max_turns: 9 }, compression: { threshold: 0.4, max_attempts: 3 } }),
    ).toBe(true);
    expect(accepts({ model: { default: 'glm-5.2', context_length: 9 } })).toBe(true);
    expect(accepts({ compression: { threshold: 50 } })).toBe(false);
    expect(accepts({ model: 5 })).toBe(false);
  });

  it('is a new object for each caller', () => {
    const schema = configJsonSchema();
    Reflect.deleteProperty(schema, 'properties');
    expect(configJsonSchema().properties).toHaveProperty('compression');
  });
});
