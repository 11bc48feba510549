import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';

const library = join(import.meta.dirname, '../../node_modules/livekit-client/dist/livekit-client.umd.js');

/** LiveKit's client and nothing else: camera and microphone open, the token at hand, one button. */
const page = `<!doctype html><meta charset="utf-8"><title>bare</title>
<button disabled>Join</button><div></div>
<script src="/livekit.js"></script>
<script>
const { Room, createLocalTracks } = LivekitClient;
const { token, url } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const room = new Room({ adaptiveStream: true, dynacast: true });
room.on('trackSubscribed', (track) => document.querySelector('div').append(track.attach()));
const button = document.querySelector('button');
createLocalTracks({ audio: true, video: true }).then((tracks) => {
  button.disabled = false;
  button.onclick = async () => {
    await room.connect(url, token);
    for (const track of tracks) room.localParticipant.publishTrack(track);
  };
});
</script>`;

export async function serveBarePage(): Promise<{ url: string; close: () => void }> {
  const script = readFileSync(library);
  const server: Server = createServer((request, response) => {
    const isScript = request.url === '/livekit.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : page);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
