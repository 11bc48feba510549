import { measureStep } from '../lib/step/run.ts';

/** `npm run soak -- step [minutes]`: four players follow the server's clock for so long, 30 minutes without a number. */
const rounds = Math.max(1, Math.round(Number(process.argv[2] ?? '30') / 3));
await measureStep({ name: 'soak-step', rounds, isKept: rounds >= 10 });
