import fc from 'fast-check';

// `npm test` says the same of the same tree: properties run from one seed, and HEARBACK_SEED takes them elsewhere.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['HEARBACK_SEED'] ?? 20261002) });
