#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `hermes needs Node 22.18 or newer; this is ${process.versions.node}.\n  why: plug-ins written in TypeScript run as they are from there on.\n  fix: Install a newer Node, or run the hermes in node_modules/.bin of a checkout after "npm run build".`,
  );
  process.exit(2);
}
// Code of plug-ins runs in this process, and may throw where nobody waits for it: in a timer, say.
process.on('uncaughtException', (error) => {
  const text = String(error?.message ?? error)
    .split('\n', 1)[0]
    .replace(/\p{Cc}/gu, '?');
  console.error(
    `hermes: Something threw where nothing waits for it: ${text}\n  why: Most likely a plug-in, in a timer or a callback. What was printed until here holds.\n  fix: Run hermes plugins doctor; with HERMES_DEBUG=1 the stack is shown.`,
  );
  if (process.env.HERMES_DEBUG === '1') console.error(error?.stack);
  process.exit(process.exitCode || 1);
});
const { main } = await import('../dist/main.js');
process.exitCode = await main(process.argv.slice(2));
