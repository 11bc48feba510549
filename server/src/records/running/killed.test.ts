import { testRounds } from './testing/rounds.ts';

testRounds(['the recorder is killed', 'LiveKit is killed']);
