import type { GatewayServeFlags } from '../commands/gateway-serve.ts';
import type { CommandLine } from './command-line.ts';

const SERVE_HELP = `
Bridges of chat platforms post messages and read the answer as server-sent events:

  POST /sessions/KEY/messages   {"text": "...", "messageId": "..."}; ?detach=1 goes on without the client
  POST /sessions/KEY/compress   {"focus": "..."}
  POST /sessions/KEY/stop       stop the turn that runs
  GET  /sessions/KEY            where the session stands
  GET  /healthz                 for load balancers; needs no token

Each request brings "Authorization: Bearer TOKEN", with the value of HERMES_GATEWAY_TOKEN.

Sessions are kept in $HERMES_HOME/context/state.db, where hermes sessions finds them. The model's
key comes from the configuration or the environment, such as OPENAI_API_KEY. docs/operations.md
tells the rest.

Examples:
  $ export HERMES_GATEWAY_TOKEN="$(openssl rand -hex 32)"
  $ hermes gateway serve --base-url http://127.0.0.1:11434/v1 --model qwen3
  $ curl -N -H "Authorization: Bearer $HERMES_GATEWAY_TOKEN" -d '{"text":"Hello"}' \\
      http://127.0.0.1:8787/sessions/me/messages

Ctrl-C or SIGTERM ends it: nothing new is taken, and turns that run may finish. Twice stops them.
Exit code: 0 ended, 1 failed, 2 wrong usage, configuration or token.`;

/** Add `hermes gateway` and its command. */
export function addGateway({ program, io, done }: CommandLine): void {
  const gateway = program.command('gateway').description('let chat platforms talk to the agent over HTTP');
  gateway
    .command('serve')
    .description('listen for messages until a signal ends it')
    .option('--port <port>', 'where to listen; 0 for any that is free (default: 8787)')
    .option('--host <address>', 'on which address (default: 127.0.0.1, so only this machine reaches it)')
    .option('--model <name>', 'the model that answers (default: model.default)')
    .option('--base-url <url>', 'an OpenAI-compatible endpoint (default: model.base_url)')
    .option('--context-length <tokens>', 'window of the model, such as 32000 or 128k')
    .option('--system <text>', 'instructions to the model, the first message of a new session')
    .option('--grace <seconds>', 'time for turns that run when it ends (default: 30)')
    .option('--json', 'write the log as JSON, one object a line')
    .addHelpText('after', SERVE_HELP)
    .action(async (flags: GatewayServeFlags) => {
      const { runGatewayServe } = await import('../commands/gateway-serve.ts');
      done(await runGatewayServe(flags, io));
    });
}
