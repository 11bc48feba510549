import { measureStep } from './lib/step/run.ts';

/** `npm run bench -- step` measures players that follow the server's clock, for three minutes. */
await measureStep({ name: 'step', rounds: 1, isKept: true });
