import { createHash } from 'node:crypto';
import type { CalledBackMeeting } from '../callbacks/meeting.store.ts';
import { withParameters } from '../callbacks/queue.ts';
import type { SecretRequest } from '../callbacks/signing.ts';

interface HookDelivery {
  id: string;
  eventName: string;
  url: string;
  createdAt: Date;
  /** The value of the parameter `event`. */
  event: string;
  secret: string;
  meeting: CalledBackMeeting;
  /** The host of this installation. */
  domain: string;
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The spellings of a text in a response: in JSON in JSON, in JSON, and plain; each also as a form has it. */
const spellingsOf = (text: string): string[] =>
  [escaped(escaped(text)), escaped(text), text].flatMap((spelling) => [
    new URLSearchParams({ p: spelling }).toString().slice(2),
    spelling,
  ]);

/** Signs the request of a hook as BigBlueButton does: the checksum is part of the address. */
export function hookRequest(delivery: HookDelivery): SecretRequest {
  const { id, eventName, url, createdAt, event, secret, meeting, domain } = delivery;
  const body = new URLSearchParams({ domain, event, timestamp: String(createdAt.getTime()) }).toString();
  const checksum = createHash('sha1').update(`${url}${body}${secret}`).digest('hex');
  // The link to a protected recording contains what opens it.
  const passes = event.match(/pass=[\w.-]+/g) ?? [];
  const passwords = [meeting.moderatorPassword, meeting.attendeePassword].flatMap(spellingsOf);
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'user-agent': 'Lectern-BigBlueButton/1',
    // The same for all attempts.
    'webhook-id': id,
  };
  return {
    url: withParameters(url, { checksum }),
    request: { headers, body },
    hidden: [checksum, ...passes.flatMap(spellingsOf), ...(eventName === 'meeting-created' ? passwords : [])],
  };
}
