import type { FastifyReply } from 'fastify';
import type { ErrorCode } from '../../../../contract/errors.ts';
import { isDatabaseAway, tableOfDeletedAccount } from '../db/db.ts';
import { Refusal } from '../errors.ts';

/** Our codes for Fastify's own errors. */
const ofFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body_unreadable',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body_unreadable',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** Translates an error that this layer does not know, such as that of an engine that is away. */
export type Translate = (error: unknown) => Refusal | undefined;

/** Roles are given to others; other rows belong to the account of the request itself. */
const rolesOfOthers = ['space_members', 'room_roles'];

/** Converts any error into a refusal. Internal errors reveal no details. */
export function refusalOf(error: unknown, translate: Translate): Refusal {
  if (error instanceof Refusal) return error;
  const translated = translate(error);
  if (translated) return translated;
  if (isDatabaseAway(error)) return new Refusal('database_away', { retryAfter: 2 });
  const table = tableOfDeletedAccount(error);
  if (table) return new Refusal(rolesOfOthers.includes(table) ? 'not_found' : 'unauthorized');
  const known = error as { code?: unknown; statusCode?: unknown };
  const code = ofFastify[String(known?.code)];
  if (code) return new Refusal(code);
  if (known?.statusCode === 400) return new Refusal('body_unreadable');
  return new Refusal('internal');
}

export const sendRefusal = (reply: FastifyReply, { status, headers, body }: Refusal): FastifyReply =>
  reply.status(status).headers(headers).send(body);
