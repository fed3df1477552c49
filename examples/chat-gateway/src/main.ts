import { randomUUID } from 'node:crypto';
import { askGateway } from './ask-gateway.ts';

// node src/main.ts 'Hello'    with HERMES_GATEWAY_TOKEN set, and hermes gateway serve running
// biome-ignore lint/style/noProcessEnv: the entry point is where a program meets its environment.
const { HERMES_GATEWAY_URL: url = 'http://127.0.0.1:8787', HERMES_GATEWAY_TOKEN: token = '' } = process.env;
const text = process.argv.slice(2).join(' ');
await askGateway({ url, token, chat: 'terminal:me', messageId: randomUUID(), text }, (piece) => {
  process.stdout.write(piece);
});
process.stdout.write('\n');
