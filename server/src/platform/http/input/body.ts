import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes a body. @throws Refusal if it is not UTF-8 */
export function decodeBody(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new Refusal('body_unreadable', { message: 'The body is not UTF-8 text.' });
  }
}

/** Accepts JSON under both content types that clients use (decisions.md, section 1); an empty body is `{}`. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'buffer' },
    (_request, body, done) => {
      try {
        const text = decodeBody(body as Buffer);
        done(null, text.trim() === '' ? {} : JSON.parse(text));
      } catch (error) {
        done(error instanceof Refusal ? error : new Refusal('body_unreadable'));
      }
    },
  );
  // Reads any other content type before it is refused, so that an oversized body gets 413, and an empty one is `{}`
  // whatever its type (`curl -d ''` sends a form).
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) done(null, {});
    else done(new Refusal('unsupported_media_type'));
  });
}
