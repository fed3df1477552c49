import { join } from 'node:path';
import type { HermesConfig } from '@hermes-context/config';
import type { ChatModel } from '@hermes-context/providers';
import { chatModelOf } from '../host/chat-model-of.ts';
import { type OpenHost, openHost } from '../host/open-host.ts';
import type { Io } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { parseTokenCount } from '../parse-token-count.ts';
import { pickSession } from '../sessions/pick-session.ts';
import { plainText } from '../terminal/plain-text.ts';
import { UsageError } from '../usage-error.ts';
import { DEMO_MODEL_NAME, type DemoModelOptions, demoModel } from './demo-model.ts';
import type { OpenChat } from './talk.ts';

/** The flags of `hermes chat` as the command line has them. */
export interface ChatFlags {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly contextLength?: string;
  readonly engine?: string;
  readonly resume?: string;
  readonly system?: string;
  readonly message?: string;
  readonly json?: boolean;
}

/** A chat that can begin, and how it ends. */
export interface OpenedChat extends OpenChat {
  /** Close the sessions, the store and the plug-ins. */
  close(): Promise<void>;
}

/**
 * Open what the flags and the configuration say: the model, or the demo where nothing says how to reach one; the engine;
 * the session, a new one or one that is gone on with.
 *
 * @param pieceDelayMs - How slowly the demo speaks.
 * @throws ContextHostError for what must be corrected first.
 */
export async function openChat(flags: ChatFlags, io: Io, pieceDelayMs: number): Promise<OpenedChat> {
  const contextTokens =
    flags.contextLength === undefined ? undefined : parseTokenCount(flags.contextLength, '--context-length');
  const demo: DemoModelOptions = { pieceDelayMs, ...(contextTokens === undefined ? {} : { contextTokens }) };
  const { config } = await openConfig(io);
  const chatModel = answersByDemo(flags, config, io) ? demoModel(demo) : undefined;
  const { model, baseUrl, engine, system: systemPrompt } = flags;
  const opened = await openHost(
    { model, baseUrl, contextTokens, engine, platform: 'cli', chatModel, systemPrompt },
    io,
  );
  const others: ChatModel[] = [];
  try {
    const session = flags.resume === undefined ? await opened.host.newSession() : await resume(flags.resume, opened);
    return {
      session,
      host: opened.host,
      plugins: opened.commands,
      warnings: () => [...windowWarning(opened), ...opened.warnings()],
      modelOf: async (name, url) => {
        const other = await modelOf({ model: name, baseUrl: url ?? baseUrl }, { opened, io, pieceDelayMs });
        others.push(other);
        return other;
      },
      noticeOf: (info) => opened.noticeOf(info),
      async close() {
        await opened.close();
        await Promise.all(others.map((other) => other.close?.()));
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Where somebody named a model or a way to reach one, a demo in its place would deceive. */
function answersByDemo({ model, baseUrl }: ChatFlags, { model: configured }: HermesConfig, { env }: Io): boolean {
  if (model !== undefined) return model === DEMO_MODEL_NAME && baseUrl === undefined;
  if (configured.api_mode === 'codex_app_server') return false;
  const keys = [env['OPENAI_API_KEY'], env['OPENROUTER_API_KEY'], env['ANTHROPIC_API_KEY']];
  const ways = [baseUrl, configured.base_url, configured.api_key, ...keys];
  return ways.every((way) => (way ?? '') === '');
}

async function resume(text: string, { host, store, loaded }: OpenHost): Promise<OpenChat['session']> {
  const path = join(loaded.files.hermesHome, 'context', 'state.db');
  const { session } = await pickSession(text, { store, path });
  return host.resumeSession(session.id);
}

/** A window that is only assumed may be too large, and then the provider refuses what nobody compressed. */
function windowWarning({ model, windowSource }: OpenHost): readonly string[] {
  if (windowSource?.startsWith('assumed') !== true) return [];
  const { name, contextTokens } = model.info;
  return [
    `The window of ${name} is not known, and ${contextTokens.toLocaleString('en-US')} tokens are assumed. Set it with --context-length or model.context_length.`,
  ];
}

async function modelOf(
  asked: { readonly model: string; readonly baseUrl: string | undefined },
  { opened, io, pieceDelayMs }: { readonly opened: OpenHost; readonly io: Io; readonly pieceDelayMs: number },
): Promise<ChatModel> {
  if (asked.model === DEMO_MODEL_NAME && asked.baseUrl === undefined) return demoModel({ pieceDelayMs });
  const choice = await chatModelOf(asked, {
    config: opened.loaded.config,
    env: io.env,
    cwd: io.cwd,
    onWarning: (text) => opened.warn(text),
  });
  if (choice.kind === 'model') return choice.model;
  throw new UsageError({
    what: `The model ${plainText(asked.model)} cannot be reached.`,
    why: choice.detail,
    fix: `Write its address behind it: /model ${plainText(asked.model)} --base-url URL`,
  });
}
