import { ApiError, api, type Participant } from '../api/api.ts';
import type { CallEntry } from '../call-contract.ts';
import { plainName } from '../plain-name.ts';
import type { Visitor } from './address.ts';
import { type Refusal, refusalOf, type Welcome } from './open.ts';

export type FieldName = 'name' | 'email' | 'phone';
export type EntryForm = { name: string } & Partial<Record<'email' | 'phone', string>>;

export type Entered =
  | { entry: CallEntry }
  | { refusal: Refusal }
  /** The fields whose values the server did not take. */
  | { badFields: FieldName[] };

/** Goes in: makes the person a participant of the room. */
export async function enterRoom(welcome: Welcome, form: EntryForm, visitor: Visitor): Promise<Entered> {
  try {
    return { entry: entryOf(await createParticipant({ welcome, form, visitor, session: welcome.session })) };
  } catch (error) {
    if (!isStaleSession(error, visitor)) return failure(error);
  }
  try {
    const { accessToken = '', clientUniqueId } = visitor;
    const session = await api().openAccessLink({ body: { accessToken, clientUniqueId } });
    return {
      entry: entryOf(await createParticipant({ welcome, form, visitor, session: session.access_token })),
    };
  } catch (error) {
    return failure(error);
  }
}

/** The page stood open for longer than the session lives; the link itself may still be good. */
function isStaleSession(error: unknown, visitor: Visitor): boolean {
  return error instanceof ApiError && error.status === 401 && visitor.accessToken !== undefined;
}

type Asked = { welcome: Welcome; form: EntryForm; visitor: Visitor; session: string | undefined };

function createParticipant({ welcome, form, visitor, session }: Asked): Promise<Participant> {
  const fields = Object.fromEntries(
    welcome.fields.flatMap(({ slug }) => (form[slug] ? [[slug, form[slug]]] : [])),
  );
  return api(session).createParticipant({
    spaceId: welcome.room.spaceId,
    body: {
      roomId: welcome.room.id,
      clientUniqueId: visitor.clientUniqueId,
      name: welcome.isNameFixed ? welcome.name : form.name,
      fields,
    },
  });
}

function entryOf(participant: Participant): CallEntry {
  return {
    spaceId: participant.spaceId,
    roomId: participant.roomId,
    participantId: participant.id,
    participantToken: participant.access_token,
    role: participant.role,
    name: plainName(participant.name) || participant.id,
  };
}

const fieldNames: readonly FieldName[] = ['name', 'email', 'phone'];

function failure(error: unknown): Entered {
  if (error instanceof ApiError && error.status === 422) {
    const named = error.details.map(({ path }) => path.split('.').at(-1));
    const badFields = fieldNames.filter((name) => named.includes(name));
    if (badFields.length > 0) return { badFields };
  }
  return { refusal: refusalOf(error) ?? 'link_unknown' };
}
