import { testRounds } from './testing/rounds.ts';

testRounds([
  'the call ends with the stop',
  'two starts at once',
  'a start with nobody there',
  'start and stop within 100 ms',
  'the room is deleted',
  'the storage is away',
  'the database is away',
  'the recorder is killed',
  'LiveKit is killed',
  'the server is killed',
  'the server is stopped',
]);
