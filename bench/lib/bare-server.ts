import Fastify from 'fastify';

/** Baseline of an HTTP figure: the same framework, one route, a request body and an answer of the same size. */
const app = Fastify();
app.post('/bare', async (request, reply) => {
  reply.status(201);
  const { username } = request.body as { username: string };
  return {
    url: `http://localhost/room/0123456789?participantName=${username}&accessToken=${'x'.repeat(48)}`,
    id: '0'.repeat(24),
    expiresAt: new Date().toISOString(),
  };
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.(address);
