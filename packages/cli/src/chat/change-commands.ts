import type { ChangeResult } from '@hermes-context/sessions';
import { counted, figure } from '../sessions/counted.ts';
import { refusedChange } from '../sessions/refused-change.ts';
import { plainText } from '../terminal/plain-text.ts';
import { UsageError } from '../usage-error.ts';
import type { ChatCommand, CommandCall } from './chat-command.ts';
import { compactionLine } from './compaction-line.ts';
import { resumeCommand } from './header.ts';

/** Commands that change the conversation, or which one it is. */
export const changeCommands: readonly ChatCommand[] = [
  {
    name: 'compress',
    usage: '[focus]',
    description: 'compact now; the summary dwells on the focus',
    run: async ({ args, signal, session, onEvent }) => {
      const focus = args === '' ? {} : { focusTopic: args };
      const report = await session().compact({ ...focus, signal, onEvent });
      const warnings = report.warnings.map((warning) => `! ${plainText(warning)}`);
      return { isDone: report.kind !== 'unchanged', lines: [compactionLine(report), ...warnings], data: report };
    },
  },
  {
    name: 'undo',
    usage: '',
    description: 'take back the newest compaction',
    run: async ({ session }) => changed('undo', session().id, await session().undo()),
  },
  {
    name: 'redo',
    usage: '',
    description: 'bring back what was undone last',
    run: async ({ session }) => changed('redo', session().id, await session().redo()),
  },
  {
    name: 'model',
    usage: 'NAME [--base-url URL]',
    description: 'go on with another model',
    run: switchModel,
  },
  { name: 'new', usage: '', description: 'begin another session; this one stays stored', run: beginAnother },
];

type Result = Awaited<ReturnType<ChatCommand['run']>>;

function changed(command: 'undo' | 'redo', sessionId: string, result: ChangeResult): Result {
  if (result.kind !== 'changed') throw refusedChange(result, { command, sessionId });
  const { liveMessages, liveTokens } = result;
  const sizes = `The model reads ${counted(liveMessages, 'message')} of ${counted(liveTokens, 'token')} again.`;
  const done = command === 'undo' ? 'Taken back.' : 'Brought back.';
  const back = command === 'undo' ? '/redo brings the compaction in again.' : '/undo takes it back again.';
  return { isDone: true, lines: [`${done} ${sizes} ${back}`], data: result };
}

async function switchModel({ args, signal, session, onEvent, modelOf, noticeOf }: CommandCall): Promise<Result> {
  const { name, baseUrl } = parseModel(args);
  if (name === undefined) {
    const { model } = session().status();
    return { isDone: true, lines: [`Model ${plainText(model.name)}, ${windowOf(model)}`], data: model };
  }
  const result = await session().switchModel(await modelOf(name, baseUrl), { signal, onEvent });
  switch (result.kind) {
    case 'switched': {
      const notice = await noticeOf(result.to);
      const told = notice === undefined ? [] : [`! ${plainText(notice)}`];
      return {
        isDone: true,
        lines: [`Model ${plainText(result.to.name)}, ${windowOf(result.to)}`, ...told],
        data: result,
      };
    }
    case 'refused':
      return { isDone: false, lines: [`! ${plainText(result.detail)}`], data: result };
  }
}

function windowOf({ contextTokens }: { readonly contextTokens: number }): string {
  return `window ${figure(contextTokens)} tokens.`;
}

function parseModel(args: string): { readonly name: string | undefined; readonly baseUrl: string | undefined } {
  const match = /^(?:(?!--)(\S+)(?:\s+--base-url[= ]\s*(\S+))?)?$/.exec(args);
  if (match !== null) return { name: match[1], baseUrl: match[2] };
  throw new UsageError({
    what: `/model cannot read "${plainText(args)}".`,
    why: 'It takes the name of a model, and an address if it is at another one.',
    fix: 'Write it as /model NAME or /model NAME --base-url URL.',
  });
}

async function beginAnother({ host, session, enter }: CommandCall): Promise<Result> {
  const old = session();
  const next = await host.newSession();
  enter(next);
  await old.close();
  const lines = [`The session before is stored: ${resumeCommand(old.id)}`];
  return { isDone: true, lines, data: { sessionId: next.id, previous: old.id } };
}
