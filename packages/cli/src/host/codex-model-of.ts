import { resolveModel } from '@hermes-context/models';
import { type ChatModel, type CodexEvent, codexChatModel, openCodexAppServer } from '@hermes-context/providers';
import { readVersion } from '../version.ts';
import type { ModelPlace } from './model-place.ts';

/** What stands for the model that Codex's own configuration names. */
const CODEX_DEFAULT = 'codex';

/** The model that `codex app-server` leads, which is found on the PATH of the environment, and where its window comes from. */
export function codexModelOf(
  named: string | undefined,
  { env, cwd, onWarning, contextTokens }: ModelPlace & { readonly contextTokens: number | undefined },
): { readonly model: ChatModel; readonly windowSource: string } {
  const { model: info, source } = resolveModel(named ?? CODEX_DEFAULT, {
    provider: 'openai-codex',
    ...(contextTokens === undefined ? {} : { contextTokens }),
  });
  const open = () =>
    openCodexAppServer({
      cwd,
      env,
      clientInfo: { name: 'hermes-context', title: 'hermes-context', version: readVersion() },
      onEvent: (event) => {
        const text = warningOf(event);
        if (text !== undefined) onWarning(text);
      },
      onWarning: ({ detail }) => onWarning(`Codex: ${detail}`),
    });
  const thread = named === undefined ? { cwd } : { cwd, model: named };
  return { model: codexChatModel({ info, open, thread }), windowSource: source };
}

/** What the user should know of, beside the answers. */
function warningOf(event: CodexEvent): string | undefined {
  switch (event.kind) {
    case 'request-declined':
      return `Codex asked for something that was declined (${event.method}). To let it act, allow it in the configuration of Codex.`;
    case 'auth-failed':
      return `Codex may not ask the model: ${event.message} Log in with: codex login`;
    case 'compaction-failed':
      return event.origin === 'server'
        ? `Codex could not compact the conversation: ${event.message ?? event.failure}`
        : undefined;
    default:
      return undefined;
  }
}
