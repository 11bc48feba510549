import { testRounds } from './testing/rounds.ts';

testRounds(['the storage is away', 'the database is away']);
