import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a body; bytes that are not UTF-8 are no JSON. */
export function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new Refusal('body_unreadable', { message: 'The body is not UTF-8 text.' });
  }
}

/** JSON under both labels that clients use (decisions.md, section 1); an empty body is `{}`. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'buffer' },
    (_request, body, done) => {
      try {
        const text = decode(body as Buffer);
        done(null, text.trim() === '' ? {} : JSON.parse(text));
      } catch (error) {
        done(error instanceof Refusal ? error : new Refusal('body_unreadable'));
      }
    },
  );
  // Anything else is read before it is refused: a body that is too large is told so whatever its label, and one
  // that is missing is `{}` whatever its label (`curl -d ''` names a form).
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) done(null, {});
    else done(new Refusal('unsupported_media_type'));
  });
}
