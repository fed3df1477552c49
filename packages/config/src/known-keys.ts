/**
 * Keys that the Python Hermes Agent reads from the same file, by section. They are its
 * business, so nothing is said about them. Source: its example config, read 2026-12-02.
 */
export const FOREIGN_KEYS: Readonly<Record<string, ReadonlySet<string>>> = {
  '': new Set([
    ...[
      '_config_version',
      'agent',
      'api_base',
      'approvals',
      'attachments',
      'base_url',
      'bedrock',
      'browser',
      'checkpoints',
    ],
    ...['code_execution', 'command_allowlist', 'context_length', 'credential_pool_strategies', 'cron', 'curator'],
    ...['custom_providers', 'dashboard', 'database', 'delegation', 'discord', 'display', 'fallback_model'],
    ...['fallback_providers', 'file_read_max_chars', 'gateway', 'goals', 'group_sessions_per_user', 'hooks', 'honcho'],
    ...[
      'human_delay',
      'image_gen',
      'kanban',
      'logging',
      'lsp',
      'matrix',
      'mattermost',
      'max_turns',
      'mcp_servers',
      'memory',
    ],
    ...[
      'network',
      'onboarding',
      'openrouter',
      'personalities',
      'platform_toolsets',
      'platforms',
      'prefill_messages_file',
    ],
    ...['privacy', 'provider', 'provider_routing', 'providers', 'quick_commands', 'runtime', 'secrets', 'security'],
    ...[
      'session_reset',
      'sessions',
      'skills',
      'slack',
      'smart_model_routing',
      'streaming',
      'stt',
      'telegram',
      'terminal',
    ],
    ...['timezone', 'tool_output', 'tools', 'toolsets', 'tts', 'updates', 'voice', 'web', 'whatsapp', 'worktree'],
  ]),
  auxiliary: new Set([
    ...[
      'approval',
      'curator',
      'embedding',
      'flush_memories',
      'mcp',
      'session_search',
      'skills_hub',
      'title_generation',
    ],
    ...['triage_specifier', 'vision', 'web_extract'],
  ]),
  plugins: new Set(['allow_project_plugins', 'clone_timeout_seconds', 'entries', 'slots']),
  model: new Set([
    ...['aliases', 'auth_mode', 'default_headers', 'entra', 'extra_headers', 'max_tokens', 'ollama_num_ctx'],
    ...['openai_runtime', 'streaming', 'temperature'],
  ]),
};

/**
 * Keys of the Python Hermes Agent beside ours that a user would expect to work here, and that
 * do not. Source: its settings of context compression, read 2026-12-02.
 */
export const UNSUPPORTED_KEYS: Readonly<Record<string, ReadonlySet<string>>> = {
  compression: new Set([
    ...['abort_on_summary_failure', 'checkpoint_required', 'context_timeout_seconds', 'context_total_ceiling_seconds'],
    ...['hygiene_failure_cooldown_seconds', 'hygiene_hard_message_limit', 'hygiene_max_turn_hold_seconds'],
    ...['hygiene_timeout_seconds', 'hygiene_total_ceiling_seconds', 'idle_compact_after_seconds', 'max_attempts'],
    ...['micro_compact', 'proactive_prune_tokens', 'progress_notices', 'summary_model', 'summary_provider'],
    ...['tail_assistant_max_chars', 'threshold_tokens'],
  ]),
  'auxiliary.compression': new Set(['api_mode', 'extra_body', 'max_concurrency']),
};

/** Settings that a project file may not make: they decide where conversations and keys go, and whose code runs. */
export const USER_ONLY_KEYS: readonly (readonly string[])[] = [
  ['auxiliary', 'compression', 'base_url'],
  ['auxiliary', 'compression', 'api_key'],
  ['model', 'base_url'],
  ['model', 'api_key'],
  ['model', 'api_mode'],
  ['plugins', 'paths'],
  ['plugins', 'enabled'],
  ['plugins', 'disabled'],
];
