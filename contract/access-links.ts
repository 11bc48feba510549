import { Type } from 'typebox';
import { route } from './route.ts';
import { ExternalId, Id, OneOf, Timestamp } from './shared.ts';
import { Email, Phone } from './users.ts';

export const accessLinkRoutes = {
  generateAccess: route({
    summary: 'Make a link that lets a person in without an account',
    source: 'interface 2.3, 2.4; decisions 4',
    body: Type.Object({
      username: Type.String({ minLength: 1, maxLength: 100 }),
      role: OneOf('user', 'moderator'),
      externalUserId: Type.Optional(ExternalId),
      externalMeetingId: Type.Optional(ExternalId),
      ttl: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 432000, default: 86400, description: 'Seconds.' }),
      ),
      isPermanent: Type.Optional(Type.Boolean({ default: false })),
      email: Type.Optional(Email),
      phone: Type.Optional(Phone),
    }),
    status: 201,
    answer: Type.Object({
      url: Type.String({ description: '{web_url}/room/<alias>?participantName=…&accessToken=…' }),
      id: Id,
      expiresAt: Timestamp,
    }),
    errors: [],
  }),
  revokeAccessLink: route({
    summary: 'Withdraw a link; whoever came by it is put out and cannot come back',
    source: 'decisions 4',
    status: 204,
    errors: [],
  }),
  releaseAccessLink: route({
    summary: 'Free a used link, so that another browser may enter by it',
    source: 'decisions 4',
    status: 200,
    answer: Type.Object({ id: Id, expiresAt: Timestamp }),
    errors: ['link_expired', 'link_revoked'],
  }),
};
