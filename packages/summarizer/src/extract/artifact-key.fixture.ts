/**
 * What was done to which file in three recorded conversations, read off by hand, call by call and result by result, and not
 * by the code under test. Absolute paths stand as `ROOT/…`. `written` is a file that was made or replaced as a whole: of a
 * redirection nobody can tell which. What programs did to files (`python fix.py`, `make`) is in it where the conversation
 * shows it, although no call names it.
 */
export interface ArtifactKey {
  /** Name of the file in `examples/transcripts`. */
  readonly transcript: string;
  readonly root: string;
  /** Lines `path: action, action`. */
  readonly files: readonly string[];
}

export const ARTIFACT_KEYS: readonly ArtifactKey[] = [
  {
    transcript: 'claude-code-emoji-350',
    root: '/Users/testuser/Documents/GitHub/projects/example-project/.worktrees/streaming',
    files: [
      '.gitignore: edited',
      '.lefthook.yml: read, edited',
      'biome.json: read, edited',
      'app/lib/auth.server.ts: read',
      '.github/workflows/ci.yml: read',
      'app/lib/ai.server.ts: edited',
      '.claude/settings.local.json: edited',
      'app/components/ui/ClientChart.tsx: read, edited',
      'package.json: edited',
      'knip.json: edited',
      'app/routes/plan.tsx: read',
      'app/routes/api.plan-stream.ts: read, edited',
      'app/lib/streaming/handlers/ai-chat.ts: read, edited',
      'app/lib/streaming/service.server.ts: read',
      'app/routes/api.stream.ts: read, edited',
    ],
  },
  {
    transcript: 'claude-code-zh-153-images',
    root: '/Users/dev/dev/working/kimi/kimi-cli',
    files: [
      'web/src/App.tsx: read, edited',
      'web/src/features/sessions/sessions.tsx: read, edited',
      'web/src/features/chat/components/chat-conversation.tsx: read, edited',
      '/Users/dev/.claude/plans/wondrous-gliding-scone.md: read, edited',
      '.github/pull_request_template.md: read',
      '/private/tmp/claude-501/-Users-dev-dev-working-kimi-kimi-cli/tasks/bfbada3.output: read',
      'REDACTED.output: read',
      // by `make`, as `git status` shows later
      'CHANGELOG.md: edited',
      'docs/en/release-notes/changelog.md: edited',
      'docs/zh/release-notes/changelog.md: edited',
    ],
  },
  {
    transcript: 'mini-swe-django-313',
    root: '/testbed',
    files: [
      'django/db/migrations/operations/models.py: read',
      'django/db/migrations/operations/base.py: read',
      'django/db/migrations/autodetector.py: read, written, edited',
      'reproduce_issue.py: written',
      'test_issue.py: written',
      'test_issue2.py: written',
      'test_order_field.py: written',
      'create_migration_test.py: written',
      'django/db/migrations/autodetector.py.backup: written',
      'patch_autodetector.py: written',
      'fix_autodetector.py: written',
      'apply_fix.py: written',
      'django/db/migrations/autodetector.py.orig: written',
      'fix_index_order.py: written',
      'test_exact_issue.py: written',
      'test_exact_issue2.py: written',
      'django/db/migrations/autodetector.py.bak: written',
      'apply_fix_v2.py: written',
      'test_fix.py: written',
      'fix_generate_created_models.py: written',
      'implement_fix.py: written',
      'django/db/migrations/autodetector.py.original: written',
      'fix_autodetector.patch: written',
      'fix_autodetector_v2.patch: written',
      'fix_both_methods.patch: written',
      'complete_fix.patch: written',
      'test_existing_model.py: written',
      'final_fix.patch: written',
      'apply_minimal_fix.py: written',
      'test_fix_works.py: written',
      'test_fix_works2.py: written',
      'test_edge_cases.py: written',
      'fix_the_bug.py: written',
      'clean_fix.py: written',
      'simple_fix.py: written',
      'apply_proper_fix.py: written',
      'minimal_fix.patch: written',
      'create_final_fix.py: written',
      'patch.txt: written, read',
      'final_test.py: written',
      // by scripts that were run
      'django/db/migrations/autodetector.py.modified: written',
      'django/db/migrations/autodetector.py.backup2: written',
      'django/db/migrations/autodetector.py.fixed: written',
      'django/db/migrations/autodetector.py.simple_fix: written',
      'django/db/migrations/autodetector.py.fixed_final: written',
      'django/db/migrations/autodetector.py.final_fix: written',
    ],
  },
];
