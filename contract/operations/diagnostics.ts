import { Type } from 'typebox';
import { forAnybody } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import { Text, Timestamp } from '../shared.ts';

/** The test of a browser's connection, on the page /diagnostics. */
export const diagnosticsRoutes = section(
  'Page',
  'not in the decisions: docs/decisions/0094-connection-tests-have-rooms-of-their-own.md',
  {
    startDiagnostics: route({
      path: 'POST /v1/diagnostics',
      permission: forAnybody,
      summary: 'Start a test of the connection: a media room for one person alone, which ends by itself',
      status: 201,
      answer: Type.Object({
        signalingToken: Text(
          'The token with which the media SDK connects. Its holder can send nothing and is alone in the room.',
          'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI2OWI5NWY5YyJ9.mJx0Zk4rT2vQp8wYb6LsNc1HdGf3AuEe',
        ),
        url: Text('The URL to which the media SDK connects.', 'wss://meet.example.org'),
        socketUrl: Text(
          'The URL to which the socket connects.',
          'wss://meet.example.org/connection/websocket',
        ),
        endsAt: {
          ...Timestamp,
          description: 'When the room ends and its token becomes invalid.',
          sample: '2026-10-05T08:01:30.000Z',
        },
      }),
      ignoresKey: true,
    }),
  },
);
