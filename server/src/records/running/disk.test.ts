import { testRounds } from './testing/rounds.ts';

testRounds(['the disk fills', 'the disk is full']);
