import { Type } from 'typebox';
import { forAnybody } from '../permissions/permission.ts';
import { route } from '../route.ts';
import { Text, Timestamp } from '../shared.ts';

/** The test of a browser's connection, on the page /diagnostics. */
export const diagnosticsRoutes = {
  startDiagnostics: route({
    path: 'POST /v1/diagnostics',
    permission: forAnybody,
    summary: 'Start a test of the connection: a media room for one person alone, which ends by itself',
    source: 'not in the decisions: docs/decisions/0094-connection-tests-have-rooms-of-their-own.md',
    status: 201,
    answer: Type.Object({
      signalingToken: Text(
        'The token with which the media SDK connects. Its holder can send nothing and is alone in the room.',
      ),
      url: Text('The URL to which the media SDK connects.'),
      socketUrl: Text('The URL to which the socket connects.'),
      endsAt: { ...Timestamp, description: 'When the room ends and its token becomes invalid.' },
    }),
    example: {
      answer: {
        signalingToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI2OWI5NWY5YyJ9.mJx0Zk4rT2vQp8wYb6LsNc1HdGf3AuEe',
        url: 'wss://meet.example.org',
        socketUrl: 'wss://meet.example.org/connection/websocket',
        endsAt: '2026-10-05T08:01:30.000Z',
      },
    },
    ignoresKey: true,
  }),
};
