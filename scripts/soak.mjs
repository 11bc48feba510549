import { runNamed } from './lib/named.mjs';

await runNamed('soak', 'bench/soak');
