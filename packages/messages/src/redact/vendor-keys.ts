import { ALPHANUMERIC, BASE64_URL, UnitBit, WORD } from './unit-classes.ts';

/** A form that a vendor gives to its keys, so that they can be told without a name. */
export interface VendorKey {
  readonly family: string;
  readonly prefix: string;
  /** Classes of units behind the prefix. */
  readonly body: number;
  /** Fewest units behind the prefix. Below the vendor's own length, so that a key that was cut is found too. */
  readonly minChars: number;
  /** The one length there is, where a shorter or longer run is something else. */
  readonly exactChars?: number;
}

const HEX_LIKE = UnitBit.lower | UnitBit.digit;
const CAPITALS = UnitBit.upper | UnitBit.digit;
const DOTTED = BASE64_URL | UnitBit.dot;

const SHORT = 10; // behind a prefix that nothing else starts with
const LONG = 20; // behind a prefix that a name may start with

function keys(
  family: string,
  prefixes: readonly string[],
  rest: Omit<VendorKey, 'family' | 'prefix'>,
): readonly VendorKey[] {
  return prefixes.map((prefix) => ({ family, prefix, ...rest }));
}

/** Forms of keys, more specific ones first. Source: the vendors' documentation and public secret scanners, read 2026-12. */
export const VENDOR_KEYS: readonly VendorKey[] = [
  ...keys('anthropic-key', ['sk-ant-'], { body: BASE64_URL, minChars: SHORT }),
  ...keys('openrouter-key', ['sk-or-'], { body: BASE64_URL, minChars: SHORT }),
  ...keys('openai-key', ['sk-proj-', 'sk-svcacct-', 'sk-admin-'], { body: BASE64_URL, minChars: SHORT }),
  ...keys('api-key', ['sk-'], { body: BASE64_URL, minChars: LONG }),
  ...keys('stripe-key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'whsec_'], {
    body: ALPHANUMERIC,
    minChars: SHORT,
  }),
  ...keys('elevenlabs-key', ['sk_'], { body: HEX_LIKE, minChars: 32 }),
  ...keys('github-token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], { body: ALPHANUMERIC, minChars: SHORT }),
  ...keys('github-token', ['github_pat_'], { body: WORD, minChars: SHORT }),
  ...keys('gitlab-token', ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glcbt-'], { body: BASE64_URL, minChars: SHORT }),
  ...keys('slack-token', ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxe-', 'xoxc-', 'xoxd-', 'xapp-'], {
    body: ALPHANUMERIC | UnitBit.dash,
    minChars: SHORT,
  }),
  ...keys('slack-webhook', ['hooks.slack.com/services/'], { body: ALPHANUMERIC | UnitBit.slash, minChars: LONG }),
  ...keys('discord-webhook', ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'], {
    body: BASE64_URL | UnitBit.slash,
    minChars: LONG,
  }),
  ...keys('google-key', ['AIza'], { body: BASE64_URL, minChars: 30 }),
  ...keys('google-token', ['ya29.'], { body: DOTTED, minChars: LONG }),
  ...keys('google-secret', ['GOCSPX-'], { body: BASE64_URL, minChars: SHORT }),
  ...keys('aws-key', ['AKIA', 'ASIA'], { body: CAPITALS, minChars: 16, exactChars: 16 }),
  ...keys('sendgrid-key', ['SG.'], { body: DOTTED, minChars: 32 }),
  ...keys('huggingface-token', ['hf_'], { body: ALPHANUMERIC, minChars: LONG }),
  ...keys('npm-token', ['npm_'], { body: ALPHANUMERIC, minChars: LONG }),
  ...keys('pypi-token', ['pypi-'], { body: BASE64_URL, minChars: 40 }),
  ...keys('digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], { body: HEX_LIKE, minChars: SHORT }),
  ...keys('groq-key', ['gsk_'], { body: ALPHANUMERIC, minChars: LONG }),
  ...keys('xai-key', ['xai-'], { body: BASE64_URL, minChars: LONG }),
  ...keys('fireworks-key', ['fw_'], { body: ALPHANUMERIC, minChars: LONG }),
  ...keys('cerebras-key', ['csk-'], { body: ALPHANUMERIC, minChars: LONG }),
  ...keys('perplexity-key', ['pplx-'], { body: ALPHANUMERIC, minChars: LONG }),
  ...keys('tavily-key', ['tvly-'], { body: BASE64_URL, minChars: SHORT }),
  ...keys('replicate-token', ['r8_'], { body: ALPHANUMERIC, minChars: LONG }),
  ...keys('notion-token', ['ntn_', 'secret_'], { body: ALPHANUMERIC, minChars: 40 }),
  ...keys('linear-key', ['lin_api_', 'lin_oauth_'], { body: ALPHANUMERIC, minChars: SHORT }),
  ...keys('langsmith-key', ['lsv2_pt_', 'lsv2_sk_'], { body: WORD, minChars: SHORT }),
  ...keys('firecrawl-key', ['fc-'], { body: HEX_LIKE, minChars: 32, exactChars: 32 }),
  ...keys('e2b-key', ['e2b_'], { body: HEX_LIKE, minChars: 40 }),
  ...keys('databricks-token', ['dapi'], { body: HEX_LIKE, minChars: 32 }),
  ...keys('docker-token', ['dckr_pat_', 'dckr_oat_'], { body: BASE64_URL, minChars: SHORT }),
  ...keys('figma-token', ['figd_'], { body: BASE64_URL, minChars: LONG }),
  ...keys('shopify-token', ['shpat_', 'shpss_', 'shpca_', 'shppa_'], { body: ALPHANUMERIC, minChars: SHORT }),
  ...keys('supabase-token', ['sbp_'], { body: HEX_LIKE, minChars: LONG }),
  ...keys('sentry-token', ['sntrys_', 'sntryu_'], { body: BASE64_URL, minChars: LONG }),
  ...keys('vault-token', ['hvs.', 'hvb.'], { body: BASE64_URL, minChars: LONG }),
  ...keys('postman-key', ['PMAK-'], { body: BASE64_URL, minChars: LONG }),
  ...keys('age-key', ['AGE-SECRET-KEY-'], { body: CAPITALS, minChars: LONG }),
];
