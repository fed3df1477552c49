import fc from 'fast-check';

// FC_RUNS=1000 for the long run; the default keeps the whole suite within minutes.
fc.configureGlobal({ numRuns: Number(process.env['FC_RUNS'] ?? 200) });
