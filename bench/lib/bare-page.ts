import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';

const library = join(import.meta.dirname, '../../node_modules/livekit-client/dist/livekit-client.umd.js');

/** A page with LiveKit's client only: camera and microphone open, a token, one button. */
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

/** The same client for a viewer: all videos in a grid of 16:9 that fills the window. */
const watchingPage = `<!doctype html><meta charset="utf-8"><title>watching</title>
<style>
body { margin: 0; background: #111; display: grid; height: 100vh; place-content: center;
  grid-template-columns: repeat(var(--columns), calc(100vw / var(--columns))); }
video { width: 100%; aspect-ratio: 16 / 9; object-fit: cover; }
audio { display: none; }
</style>
<script src="/livekit.js"></script>
<script>
const { Room } = LivekitClient;
const { token, url } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const room = new Room({ adaptiveStream: true, dynacast: true });
room.on('trackSubscribed', (track) => {
  document.body.append(track.attach());
  const columns = Math.ceil(Math.sqrt(document.querySelectorAll('video').length));
  document.body.style.setProperty('--columns', columns);
});
room.connect(url, token);
</script>`;

export const serveBarePage = () => serve(page);
export const serveWatchingPage = () => serve(watchingPage);

async function serve(html: string): Promise<{ url: string; close: () => void }> {
  const script = readFileSync(library);
  const server: Server = createServer((request, response) => {
    const isScript = request.url === '/livekit.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : html);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
