import { testRounds } from './testing/rounds.ts';

testRounds(['the server is killed', 'the server is stopped']);
