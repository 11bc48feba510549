import { Type } from 'typebox';
import { webUrl } from '../examples/ids.ts';
import { Model } from '../model.ts';
import { participant } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import { Flag, Nullable, Text, TextOrNull, Timestamp } from '../shared.ts';
import { Color } from './spaces.ts';

/** A piece of a text of a client. Pages show it as text: it contains no HTML. */
const TextRun = Model('TextRun', {
  text: Text('The text; line feeds begin lines.', 'Welcome to Algebra.'),
  isBold: Flag('Whether it is bold.', true),
  isItalic: Flag('Whether it is italic.', false),
  isUnderlined: Flag('Whether it is underlined.', false),
  url: TextOrNull('The http or https address to which it leads; null: none.', null),
});

const text = (description: string) => Nullable(Type.Array(TextRun), description);

/** The things that a meeting of BigBlueButton shows to one of its people. */
const OwnMeeting = Model('OwnMeeting', {
  endsAt: Nullable(
    Timestamp,
    'When the meeting ends by its duration; null: it has none.',
    '2026-03-17T15:00:00.000Z',
  ),
  welcome: text('The message to everybody who enters; null: none.'),
  moderatorMessage: text('The message to moderators who enter; null: none, or you are no moderator.'),
  bannerText: TextOrNull('The text above the stage; null: none.', 'Exam week'),
  bannerColor: Nullable(Color, 'The colour behind it; null: none is given.', '#2563eb'),
  logoUrl: TextOrNull(
    'Our copy of the picture above the stage; null: none.',
    `${webUrl}/bbb-logo/5c1d0f3b9a7e`,
  ),
  logoutUrl: TextOrNull('Where you go after leaving; null: nowhere.', 'https://school.example.org/course/7'),
  loginUrl: TextOrNull(
    'The address with which others are invited; null: none.',
    'https://school.example.org/course/7/join',
  ),
});

export const bigBlueButtonMeetingRoutes = section('BigBlueButton', 'bbb-api 4', {
  getOwnMeeting: route({
    path: 'GET /v1/spaces/:spaceId/participants/:participantId/meeting',
    permission: participant('partake', ['participant']),
    summary: 'Read what the meeting of BigBlueButton in the room shows to you',
    answer: Type.Object({
      meeting: Nullable(OwnMeeting, 'null: the room has no meeting of BigBlueButton now.'),
    }),
  }),
});
