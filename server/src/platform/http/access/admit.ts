import type { FastifyReply, FastifyRequest } from 'fastify';
import { isChatParameter } from '../../../../../contract/parameters.ts';
import { isInTheCall } from '../../../../../contract/permissions/permissions.ts';
import { isExternalId } from '../../../../../contract/printable.ts';
import type { Operation } from '../../../../../contract/routes.ts';
import type { Db } from '../../db/db.ts';
import { Refusal, refuse } from '../../errors.ts';
import { isChatId, isId } from '../../ids.ts';
import type { Endpoint } from '../endpoint.ts';
import { limitKeyOf } from '../networks.ts';
import { type Caller, callerKeyOf } from './caller.ts';
import { accessTokenIn, type Browsers } from './cookies.ts';
import { checkToken, isPermitted, mayAsk, neededFor } from './permission.ts';
import { limitHeaders, limitsByKind, type RateLimits } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read: the caller and the result of `access`. `begun`: the body was accepted. */
    lectern: { caller: Caller; access: unknown; begun: boolean } | null;
  }
}

export interface Pipeline {
  db: Db;
  /** The caller of a bearer token, or null if the token is invalid. */
  authenticate: (token: string) => Promise<Caller | null>;
  /** The same for the access token in a browser's cookie. */
  authenticateCookie: (token: string) => Promise<Caller | null>;
  /** Throws 403 if the participant may not be in the call any more, whatever session they use. */
  refuseExcluded: (db: Db, participantId: string) => Promise<void>;
  browsers: Browsers;
  /** One limit for all credentials; 0 for none; undefined for the limits by kind. */
  limitPerMinute: number | undefined;
  limits: RateLimits;
}

/** The bearer token; undefined without a header, null for a malformed one. */
function bearerOf(request: FastifyRequest): string | undefined | null {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  return /^Bearer +([^\s]+) *$/i.exec(header)?.[1] ?? null;
}

function checkCredential(operation: Operation, caller: Caller, message?: string): void {
  if (!isPermitted(operation, caller)) refuse('forbidden', message);
}

/** A malformed path parameter means 404 (decisions.md, section 1). */
function isWellFormed(name: string, value: string): boolean {
  if (isChatParameter(name)) return isChatId(value);
  if (name === 'externalId' || name === 'externalUserId') return isExternalId(value);
  return !name.endsWith('Id') || isId(value);
}

/** The checks before a body is read, in this order: 429, 401, the scope of a token, the path's 404, 403. */
export class RequestGate {
  readonly #pipeline: Pipeline;

  constructor(pipeline: Pipeline) {
    this.#pipeline = pipeline;
  }

  async admit(item: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = await this.#identify(request, reply);
    const { operation, spec } = item;
    if (caller.kind === 'nobody' && !isPermitted(operation, caller)) throw new Refusal('unauthorized');
    for (const [name, value] of Object.entries(request.params as Record<string, string>)) {
      if (!isWellFormed(name, value)) throw new Refusal('not_found');
    }
    if (!mayAsk(operation, caller)) throw new Refusal('forbidden');
    checkToken(operation, caller, {
      method: request.method,
      params: request.params as Record<string, string>,
    });
    const byCookies = spec.setsCookies || caller.kind === 'session';
    if (byCookies && this.#pipeline.browsers.isForeign(request)) throw new Refusal('foreign_origin');
    const isLater = spec.permissionInStatement && isPermitted(operation, caller);
    const access = isLater ? undefined : await this.#access(item, caller, request);
    checkCredential(operation, caller);
    request.lectern = { caller, access, begun: false };
  }

  /** Throws the error of a bad body, or the refusal for a caller without permission. */
  async refuse(item: Endpoint, request: FastifyRequest, error: unknown): Promise<never> {
    const { lectern } = request;
    if (lectern && !lectern.begun && item.spec.permissionInStatement) {
      await this.#access(item, lectern.caller, request);
    }
    throw error;
  }

  async #access({ operation, spec }: Endpoint, caller: Caller, request: FastifyRequest): Promise<unknown> {
    const { db, refuseExcluded } = this.#pipeline;
    const access = await spec.access({
      caller: caller as never,
      params: request.params as never,
      db,
      ...neededFor(operation),
      checkCredential: (message) => checkCredential(operation, caller, message),
    });
    if (caller.kind === 'participant' && isInTheCall(operation)) {
      await refuseExcluded(db, caller.participantId);
    }
    return access;
  }

  async #identify(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const caller = await this.#callerBy(request);
    await this.#count(caller ?? { kind: 'nobody' }, request, reply);
    if (!caller) throw new Refusal('unauthorized');
    return caller;
  }

  /** The header wins over cookies, because browsers send cookies unasked. An invalid cookie counts as none. */
  async #callerBy(request: FastifyRequest): Promise<Caller | null> {
    const { authenticate, authenticateCookie } = this.#pipeline;
    const bearer = bearerOf(request);
    if (bearer !== undefined) return bearer === null ? null : authenticate(bearer);
    const cookie = accessTokenIn(request);
    return (cookie === undefined ? null : await authenticateCookie(cookie)) ?? { kind: 'nobody' };
  }

  async #count(caller: Caller, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { limits, limitPerMinute } = this.#pipeline;
    const figure = limitPerMinute ?? limitsByKind[caller.kind];
    if (figure === 0) return;
    const key = callerKeyOf(caller, limitKeyOf(request.ip));
    const counted = await limits.take(key, figure);
    reply.headers(limitHeaders(counted));
    if (!counted.allowed) throw new Refusal('rate_limited', { retryAfter: counted.reset });
  }
}
