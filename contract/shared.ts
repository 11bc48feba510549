import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { chatIds, ids } from './examples/ids.ts';
import { languages } from './languages.ts';
import { About, type Fixed, named, written } from './model.ts';
import { externalIdPattern, longestExternalId, visible } from './printable.ts';

// Each takes the meaning of a field, and a value that the OpenAPI document shows.
export const Flag = (description: string, sample?: boolean) => Type.Boolean({ description, sample });
export const Text = (description: string, sample?: string) => Type.String({ description, sample });
export const Whole = (
  range: { minimum: number; maximum?: number; default?: number },
  description: string,
  sample?: number,
) => Type.Integer({ ...range, description, sample });
export const Count = (description: string, sample?: number) => Whole({ minimum: 0 }, description, sample);
/** A text of at least one character. */
export const Filled = (maxLength: number, description: string, sample?: string) =>
  Type.String({ minLength: 1, maxLength, description, sample });

export const Id = Type.String({ pattern: '^[0-9a-f]{24}$', ...written('24 lower-case hex characters.') });
export const ChatId = Type.String({ pattern: '^[0-9]+$', ...written('An id of the chat: decimal digits.') });
/** An identifier of the integrator's (decisions.md, section 4). */
export const ExternalId = Type.String({
  maxLength: longestExternalId,
  pattern: externalIdPattern,
  ...written('1 to 256 printable characters, compared exactly; percent-encoded in a path.'),
});
export const Timestamp = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
  ...written('ISO 8601, UTC, with milliseconds.'),
});
export const TimestampIn = Type.String({ format: 'date-time', ...written('ISO 8601 with an offset or Z.') });

// Fields that many objects have.
export const OwnId = About(Id, 'Identifies it in paths and in other objects.');
export const OwnChatId = About(ChatId, 'Identifies it in paths and in other objects.');
export const SpaceId = About(Id, 'The group.', ids.space);
export const RoomId = About(Id, 'The room.', ids.room);
export const IsSample = Flag(
  'Whether it is of a sample call, which nobody made: createSampleCall writes such for tests of an integration.',
  false,
);
export const CallId = About(Id, 'The call that it belongs to.', ids.call);
export const PlaybackId = About(Id, 'The automatic webinar.', ids.playback);
export const UserId = About(Id, 'The account.', ids.teacher);
export const ParticipantId = About(
  Id,
  'The participant; also their identity in the media server.',
  ids.student,
);
export const ChannelId = About(ChatId, 'The chat channel.', chatIds.channel);
export const ChatApplicationId = About(
  ChatId,
  'The chat application of the group; chat users belong to it.',
  chatIds.app,
);
export const CreatedAt = About(Timestamp, 'When it was created.');

/** Text with a visible character. */
export const VisibleText = (maxLength: number, description?: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: visible,
    ...(description !== undefined && { description }),
  });
export const Name = VisibleText(200, 'The name, 1 to 200 characters.');
export const DescriptionIn = (sample?: string | null) =>
  Nullable(
    Type.String({ maxLength: 2000 }),
    'A text for people, up to 2,000 characters; null: none.',
    sample,
  );
export const ClientUniqueId = Filled(
  200,
  'A random secret that the browser stores and sends at each entry; a link is bound to it.',
  'tab-5f0c7a1e',
);
export const StoredName = Type.String({ description: 'The name, 1 to 200 characters.' });
export const Nullable = <T extends TSchema>(
  schema: T,
  description?: string,
  sample?: Fixed<Static<T>> | null,
) => Type.Union([schema, Type.Null()], { ...(description !== undefined && { description }), sample });
export const TextOrNull = (description: string, sample?: string | null) =>
  Nullable(Type.String(), description, sample);

/** http or https with a host and without a user name, as the owner wrote it: the URL parser would repair the rest. */
export const webAddressPattern = '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#\\\\@\\s]+(?:[/?#][^\\t\\n\\r]*)?$';
/** A URL that a page may open: http or https only (decisions.md, section 1). */
export const WebAddress = Type.String({ maxLength: 2000, format: 'web-address' });

/** A path of our own pages: no other host, however a browser reads slashes and backslashes. */
export const OwnPath = Type.String({
  maxLength: 2000,
  pattern: '^/(?![/\\\\])[^\\\\\\s]*$',
  description: 'The path of a page of ours, with its query.',
});

/** A time on the clock of a zone. */
export const WallTime = Type.String({
  format: 'wall-time',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d)?$',
  ...written('A date and a time without an offset, such as 2026-03-29T19:00.'),
});

/** A name of the time zone database. */
export const TimeZone = Type.String({ maxLength: 64, format: 'time-zone' });

/** The time zone of the times in a file. */
const timeZoneInQuery = Type.Optional({
  ...TimeZone,
  default: 'UTC',
  description: 'The time zone of the times in a file, such as Europe/Berlin. Default UTC. JSON has UTC only.',
  examples: ['Europe/Berlin'],
});

const emailText = 'The email address; its domain is stored in ASCII (`xn--…`). Case does not matter.';
export const StoredEmail = Text(emailText);
export const StoredUsername = Text('The name that is shown, 1 to 100 characters. Not unique.');
/** The server reads it by `readEmail` (`email.ts`), which a handler gets the result of. */
export const Email = Type.String({ format: 'idn-email', maxLength: 254 });
/** The address of an account that exists. Those of older versions may have a form that no new one may have. */
export const KnownEmail = Type.String({ minLength: 1, maxLength: 254, description: emailText });
/** The server reads it by `readPhone` (`phone.ts`), likewise. */
export const Phone = Type.String({
  format: 'phone',
  maxLength: 100,
  ...written('Spaces, dots, slashes, brackets, hyphens and an extension are understood.'),
});

const phoneText = 'The phone number, stored as digits: +442079460018 ext. 12; null or absent: not given.';
export const PersonEmail = About(Email, emailText);
export const PersonPhone = About(Phone, phoneText);
export const PersonPhoneOrNull = Nullable(Phone, phoneText);
export const StoredPhone = TextOrNull(phoneText);

const blankText = { type: 'string', pattern: '^\\s*$' };

/** Values of join fields by slug, or by the id of a custom one; values of other fields are dropped. */
export const FieldValues = named(
  'FieldValues',
  Type.Unsafe<{ email?: string; phone?: string; [id: string]: string | undefined }>({
    type: 'object',
    description: 'By slug, or by the id of a custom field. A blank text counts as not given.',
    properties: {
      email: { anyOf: [Email, blankText], description: 'The email address; blank counts as not given.' },
      phone: { anyOf: [Phone, blankText], description: 'The phone number; blank counts as not given.' },
    },
    patternProperties: {
      '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$': { type: 'string', maxLength: 1000 },
    },
    maxProperties: 60,
  }),
);

export const OneOf = <T extends string>(...values: T[]) => Type.Unsafe<T>({ type: 'string', enum: values });

/** The status of a link or an invitation. */
export const UsageStatus = OneOf('unused', 'used', 'expired', 'revoked');
export const usageStatusInQuery = Type.Optional(About(UsageStatus, 'Only items with this status.'));

/** A guest, or somebody who leads the call. */
export const CallRole = About(
  OneOf('user', 'moderator'),
  'user: a guest; moderator: moderates the meeting.',
  'user',
);

/** The separator of a CSV file: Excel splits at semicolons where the comma is the decimal mark. */
const csvSeparatorInQuery = Type.Optional({
  ...OneOf('comma', 'semicolon'),
  default: 'comma',
  description:
    'The separator of a CSV file. Excel expects semicolons where numbers have a decimal comma, as in German, French or Russian; numbers of the file have one then. Default comma.',
});

const fileLanguageInQuery = Type.Optional({
  ...OneOf(...languages),
  description:
    'The language of a file for readers: XLSX is English without it. With it, CSV is for readers, too, with the headings and the order of XLSX, local times, and durations as h:mm:ss; without it, CSV is for programs, with the names of the API.',
});

/** Query fields that say how a file is written. */
export const fileInQuery = {
  timezone: timeZoneInQuery,
  csvSeparator: csvSeparatorInQuery,
  language: fileLanguageInQuery,
};

/** A list response: the items of the page, and the total. */
export const List = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item, { description: 'The items of this page.' }),
    total: Count('How many items the whole list has.', 1),
  });

export const Offset = Type.Optional(
  Whole(
    { minimum: 0, maximum: 2_000_000_000, default: 0 },
    'How many items to skip from the start of the list.',
  ),
);

/** Which part of a list to return, and in which order. */
export const pageOfList = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, default: 1000, description: 'The most items to return.' }),
  ),
  offset: Offset,
  order: Type.Optional(About(OneOf('asc', 'desc'), 'By time: asc is oldest first, desc is newest first.')),
};

/** The period of what a list contains. */
export const periodInQuery = {
  dateFrom: Type.Optional(TimestampIn),
  dateTo: Type.Optional(
    Type.String({ format: 'date-time', description: 'ISO 8601; the end of the period, exclusive.' }),
  ),
};

/** The query of a list, with further filters. */
export const ListQuery = <T extends TProperties>(filters: T) =>
  Type.Object({
    ...pageOfList,
    ...filters,
  });

/** The query parameter of the deletion of a recording or an uploaded video. */
export const ForceDeletion = Type.Optional(
  Type.Boolean({
    description:
      'Delete it although automatic webinars play it; these become drafts without content. Default false.',
  }),
);

/** Part of a name, compared without case. */
export const Search = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Part of a name. Case and composition of letters (NFC, NFD) do not matter.',
  examples: ['algebra'],
});
