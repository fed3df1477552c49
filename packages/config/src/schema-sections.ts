import { z } from 'zod';
import { apiKey, baseUrl, choice, flag, text, wholeNumber } from './schema-parts.ts';

const SECTION = { error: 'a map of settings' };
const LIST = 'a list of texts, such as [lcm]';
const TIMEOUT_RULE = 'a number of seconds from 1 to 3600';

/** The section `context`: which engine, and what it is told. */
export const contextSchema = z
  .object(
    {
      engine: text('the name of an engine').default('compressor').meta({
        description:
          'The context engine. Default compressor, the built-in one; an engine from a plug-in runs only when it is named here, and the built-in one takes over with a warning when it cannot be loaded.',
      }),
      stages: z.array(text('the name of an engine'), { error: LIST }).default([]).meta({
        description:
          'Engines that run one after another when engine is pipeline, each on what the one before it left. Default []: none, so that pipeline has nothing to run and the built-in engine takes over with a warning.',
      }),
      options: z
        .record(z.string(), z.record(z.string(), z.unknown(), SECTION), {
          error: 'a map from the name of an engine to its settings',
        })
        .default({})
        .meta({
          description:
            'Settings of engines from plug-ins, by the name of the engine, which checks its own part. Default {}: each engine runs on its own defaults.',
        }),
    },
    SECTION,
  )
  .prefault({})
  .meta({ title: 'context', description: 'Which context engine runs.' });

/** The section `plugins`: where engines may come from. */
export const pluginsSchema = z
  .object(
    {
      enabled: z.array(text('the name of a plug-in'), { error: LIST }).default([]).meta({
        description:
          'General plug-ins that are loaded at the start; a project file may not set it. Default []: none; an engine in a plug-in folder needs no entry, naming it in context.engine is enough.',
      }),
      disabled: z.array(text('the name of a plug-in'), { error: LIST }).default([]).meta({
        description:
          'Plug-ins that are never loaded, whatever enabled says; a project file may not set it. Default []: none is kept out.',
      }),
      paths: z.array(text('a folder'), { error: 'a list of folders, such as [~/engines]' }).default([]).meta({
        description:
          'Further folders with plug-in folders in them, searched after those of the project and the user; a project file may not set it. Default []: no others.',
      }),
    },
    SECTION,
  )
  .prefault({})
  .meta({ title: 'plugins', description: 'Plug-ins and where they are found.' });

/** The section `auxiliary.compression`: who writes the summaries. */
const summaryModelSchema = z
  .object(
    {
      model: text('the name of a model').nullable().default(null).meta({
        description:
          'The model that writes summaries. Default null: the main model; a cheaper one costs less and may forget more.',
      }),
      provider: text('the name of a provider').default('auto').meta({
        description:
          'Who serves the summary model: auto, main, openrouter, nous and others. Default auto: whoever there is a key for, and without a key a local extract instead of a summary.',
      }),
      base_url: baseUrl(
        'Address of an OpenAI-compatible server that gets whole conversations and writes the summaries; a project file may not set it. Default null: the one of the provider.',
      ),
      api_key: apiKey(
        'Key for the summary model; a project file may not set it. Default null: it comes from the environment of the process, which is the better place, since this file gets copied.',
      ),
      timeout: z
        .number({ error: TIMEOUT_RULE })
        .min(1, { error: TIMEOUT_RULE })
        .max(3600, { error: TIMEOUT_RULE })
        .default(60)
        .meta({
          description:
            'Seconds without a byte from the summary model after which it counts as failed, from 1 to 3600. Default 60; higher waits longer for a slow local model, lower falls back sooner.',
        }),
      context_length: wholeNumber({ min: 1, of: 'tokens' }).nullable().default(null).meta({
        description:
          'Context window of the summary model, in tokens. Default null: taken from the table of known models; set it for a local model, or a long conversation may be refused.',
      }),
    },
    SECTION,
  )
  .prefault({})
  .meta({ title: 'auxiliary.compression', description: 'The model that writes the summaries.' });

/** The section `auxiliary`, as far as it is read here. */
export const auxiliarySchema = z
  .object({ compression: summaryModelSchema }, SECTION)
  .prefault({})
  .meta({ title: 'auxiliary', description: 'Models for side tasks; only compression is read here.' });

/** The section `prompt_caching`. */
export const promptCachingSchema = z
  .object(
    {
      strategy: choice(
        ['peat', 'system_and_3', 'none'],
        'peat',
        'Where the breakpoints of the cache stand. Default peat: end of the system prompt, last compaction, end of the last request, end of this one; system_and_3 marks the system prompt and the last three messages, and loses the cache after many parallel calls; none sends no breakpoints, so Claude models cache nothing.',
      ),
      cache_ttl: choice(
        ['5m', '1h'],
        '5m',
        'How long the provider keeps a cached prompt. Default 5m; 1h costs more to write and pays off when you pause for longer than five minutes.',
      ),
      auto_ttl: flag(
        false,
        'Whether each conversation learns its own lifetime from the pauses between your messages. Default false: cache_ttl holds; with true it begins with 5m and goes over to 1h where your pauses make that cheaper.',
      ),
    },
    SECTION,
  )
  .prefault({})
  .meta({ title: 'prompt_caching', description: 'Where prompts are cached at the provider, and for how long.' });

/** The section `model`, as a map. A file may give the name alone; see `settle-model.ts`. */
export const modelSchema = z
  .object(
    {
      default: text('the name of a model').nullable().default(null).meta({
        description:
          'The main model, as the provider spells it; name is another spelling of this key, and "model: NAME" a short one. Default null: the host or the command line says it.',
      }),
      provider: text('the name of a provider').nullable().default(null).meta({
        description:
          'Who serves the main model, such as openrouter or openai-codex. Default null: unknown, so that nothing special to a provider is done.',
      }),
      api_mode: choice(
        ['auto', 'chat_completions', 'codex_responses', 'anthropic_messages', 'codex_app_server'],
        'auto',
        'How the main model is spoken to; a project file may not set it. Default auto: anthropic_messages with Anthropic, codex_responses where the model can compact on the server and that is asked for, and with the ChatGPT Codex backend, else chat_completions; with codex_app_server the program codex holds the conversation.',
      ),
      base_url: baseUrl(
        'Address of an OpenAI-compatible server for the main model, which gets whole conversations; a project file may not set it. Default null: the one of the provider.',
      ),
      context_length: wholeNumber({ min: 1, of: 'tokens' }).nullable().default(null).meta({
        description:
          'Context window of the main model, in tokens. Default null: taken from the table of known models; a wrong number compresses too early, or too late for the provider.',
      }),
      api_key: apiKey(
        'Key for the main model; a project file may not set it. Default null: it comes from the environment of the process, which is the better place, since this file gets copied.',
      ),
    },
    { error: 'the name of a model, or a map of settings' },
  )
  .prefault({})
  .meta({ title: 'model', description: 'The main model and who serves it.' });
