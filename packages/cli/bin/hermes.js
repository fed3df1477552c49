#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `hermes needs Node 22.18 or newer; this is ${process.versions.node}.\n  why: plug-ins written in TypeScript run as they are from there on.\n  fix: Install a newer Node, or run the hermes in node_modules/.bin of a checkout after "npm run build".`,
  );
  process.exit(2);
}
const { runProcess } = await import('../dist/run-process.js');
await runProcess(process.argv.slice(2));
