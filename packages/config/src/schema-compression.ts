import { z } from 'zod';
import { choice, flag, ratio, wholeNumber } from './schema-parts.ts';

/** What `compression.target_ratio` may be; outside, the nearer end is used, with a warning (S-033). */
export const TARGET_RATIO_BOUNDS = { min: 0.1, max: 0.8 } as const;

/** When the conversation is compressed, and how much of it stays word for word. */
const trigger = {
  enabled: flag(
    true,
    'Whether conversations are compressed at all. Default true; with false they grow until the provider refuses them, unless you force a compaction.',
  ),
  threshold: ratio.default(0.5).meta({
    description:
      'Share of the context window at which compression starts. Default 0.50, so 100,000 tokens of 200,000; lower compresses earlier and oftener, higher leaves less room for the answer.',
    examples: [0.5],
  }),
  model_thresholds: z
    .record(z.string(), ratio.meta({ examples: [0.4] }), {
      error: 'a map from a part of a model name to a ratio, such as "glm-5.2": 0.40',
    })
    .default({})
    .meta({
      description:
        'Thresholds for models whose name contains the key; the longest matching key wins. Default {}, so that threshold holds for every model.',
    }),
  small_context_floor: choice(
    ['overrides', 'always', 'off'],
    'overrides',
    'Where windows below 512,000 tokens are held to a threshold of at least 0.75. Default overrides: only what model_thresholds says is raised; always raises threshold too, off raises nothing, and small windows compress oftener.',
  ),
};

const extent = {
  target_ratio: z
    .number({ error: 'a ratio from 0.10 to 0.80' })
    .default(0.2)
    .meta({
      description:
        'Share of the threshold that the newest messages may fill word for word, from 0.10 to 0.80; outside, the nearer end is used. Default 0.20, so 20,000 tokens of 100,000; higher keeps more and saves less.',
      examples: [0.2],
    }),
  tail_mode: choice(
    ['legacy', 'lean'],
    'legacy',
    'What the kept tail is measured by. Default legacy: target_ratio of the threshold; lean takes 2.5 % of the window, 10,000 to 25,000 tokens, and so keeps less of large windows.',
  ),
  protect_first_n: wholeNumber({ min: 0, of: 'messages' }).default(3).meta({
    description:
      'Messages kept at the start, the system prompt included. Default 3: the system prompt and the first exchange; with 0 the first request is in the summary only.',
  }),
  protect_last_n: wholeNumber({ min: 0, of: 'messages' }).default(20).meta({
    description:
      'Messages the tail keeps at least, where the budget would keep fewer. Default 20; lower it and a long tool run may push out the question it answers.',
  }),
  min_tail_user_messages: wholeNumber({ min: 0, of: 'messages' }).default(1).meta({
    description:
      'Messages of a real user that the tail always keeps; the last one is kept whatever this says. Default 1; higher keeps more of your own words and saves less.',
  }),
  prune_style: choice(
    ['informative', 'plain'],
    'informative',
    'What stands in place of an old tool result. Default informative: a fixed line, and one with the tool, its main argument, outcome and size; plain leaves the fixed line only and saves a little more.',
  ),
};

const timing = {
  prune_when: choice(
    ['cold_or_batch', 'with_summary'],
    'cold_or_batch',
    "When old tool results are cut without a summary, on routes that cache prompts. Default cold_or_batch: when the provider's cache has run out anyway, else when so much can go that it pays for the rewrite; with_summary leaves it to the compaction, so that nothing changes below the threshold.",
  ),
};

const codex = {
  codex_gpt55_autoraise: flag(
    true,
    'Whether gpt-5.5 on Codex OAuth compresses at 85 % of its window. Default true, so at about 231,000 tokens of 272,000; with false threshold holds there too.',
  ),
  codex_gpt55_autoraise_notice: flag(
    true,
    'Whether you are told once that the threshold was raised for gpt-5.5. Default true; false hides the notice and keeps the raise.',
  ),
  codex_app_server_auto: choice(
    ['native', 'hermes', 'off'],
    'native',
    'Who starts a compaction of a Codex app-server thread. Default native: the server, and it is only recorded here; hermes: the threshold here starts one too; off: none is started from here.',
  ),
  codex_responses_native: flag(
    false,
    'Whether gpt-5.6 on api.openai.com or the Codex backend compacts on the server. Default false: summaries are made here; with true the server prunes into an encrypted item that only it can read.',
  ),
  codex_responses_compact_threshold: wholeNumber({ min: 1, of: 'tokens' }).default(200_000).meta({
    description:
      'Input tokens at which the server compacts, if codex_responses_native is true. Default 200000; held about 8,000 below the threshold here, so that the server comes first.',
  }),
  anthropic_native: flag(
    false,
    'Whether Claude on api.anthropic.com compacts on the server. Default false: summaries are made here; with true the server puts a block of its own in place of what it summarised, below the threshold here and at no less than 50,000 tokens.',
  ),
};

/** The section `compression`. */
export const compressionSchema = z
  .object(
    {
      ...trigger,
      ...extent,
      ...timing,
      ...codex,
      in_place: flag(
        true,
        'Whether a compaction keeps the session id. Default true: one id for the whole conversation, replaced turns archived under it; false starts a new session named "name #2" with each compaction.',
      ),
    },
    { error: 'a map of settings' },
  )
  .prefault({})
  .meta({ title: 'compression', description: 'When conversations are compressed, and what stays word for word.' });
