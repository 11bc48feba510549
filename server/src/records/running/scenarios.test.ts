import { testRounds } from './testing/rounds.ts';

// `running.test.ts` has a killed recorder and a storage that is away; `npm run soak -- recording` has all scenarios.
testRounds([
  'the call ends with the stop',
  'two starts at once',
  'a start with nobody there',
  'start and stop within 100 ms',
  'the room is deleted',
  'the database is away',
  'LiveKit is killed',
  'the server is killed',
  'the server is stopped',
]);
