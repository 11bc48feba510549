import { runNamed } from './lib/named.mjs';

await runNamed('bench', 'bench');
