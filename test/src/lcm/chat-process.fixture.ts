import { main, processIo } from '@hermes-context/cli';

/** `hermes` from its sources as a process of its own; the arguments are the command's. */
process.exit(await main(process.argv.slice(2), processIo()));
