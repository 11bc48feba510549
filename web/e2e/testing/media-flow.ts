import { waitUntil } from '../../../server/testing/wait.ts';

type Flow = { frames: number; energy: number };

/** A page of any browser. */
type EvaluatingPage = { evaluate<Result>(work: () => Promise<Result>): Promise<Result> };

/** Keeps every peer connection of the page, so that a test can ask what arrives. */
export function collectConnections(): void {
  const found: RTCPeerConnection[] = [];
  Object.assign(window, { peerConnections: found });
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...settings: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...settings);
      found.push(this);
    }
  };
}

/** Returns the video frames and the sound energy decoded so far of everything that others sent. */
export async function readFlow(): Promise<Flow> {
  const { peerConnections = [] } = window as unknown as { peerConnections?: RTCPeerConnection[] };
  const flow = { frames: 0, energy: 0 };
  for (const connection of peerConnections.filter(({ connectionState }) => connectionState !== 'closed')) {
    for (const stat of (await connection.getStats()).values()) {
      if (stat.type !== 'inbound-rtp') continue;
      flow.frames += stat.framesDecoded ?? 0;
      flow.energy += stat.totalAudioEnergy ?? 0;
    }
  }
  return flow;
}

/** Waits until newly decoded pictures and newly heard sound on each page prove that the others are here now. */
export async function waitForFlow(pages: readonly EvaluatingPage[], timeout = 30_000): Promise<void> {
  const waits = await Promise.allSettled(pages.map((page) => waitForFlowOn(page, timeout)));
  const [first] = waits.flatMap((wait) => (wait.status === 'rejected' ? [wait.reason as Error] : []));
  if (!first) return;
  // Every page, because the cause is often on the one that sends.
  const reports = await Promise.all(pages.map((page) => page.evaluate(readMedia)));
  const stages = reports.map((report, index) => `page ${index + 1} ${failedStageOf(report)}`);
  const details = reports.map((report, index) => `page ${index + 1}: ${JSON.stringify(report, null, 1)}`);
  throw new Error([`${first.message}; ${stages.join('; ')}`, ...details].join('\n'), { cause: first });
}

async function waitForFlowOn(page: EvaluatingPage, timeout: number): Promise<void> {
  let before = await page.evaluate(readFlow);
  let now = before;
  await waitUntil(
    async () => {
      now = await page.evaluate(readFlow);
      // A connection that was replaced begins to count anew.
      if (now.frames < before.frames || now.energy < before.energy) before = now;
      return now.frames - before.frames >= 20 && now.energy > before.energy;
    },
    {
      timeout,
      interval: 250,
      message: () => `pictures and sound; it was ${JSON.stringify(before)} and is ${JSON.stringify(now)}`,
    },
  );
}

type Counts = Record<'audio' | 'video', number>;

interface MediaReport {
  /** The text that the page shows. */
  text: string;
  visibility: string;
  connections: { state: string; ice: string; signaling: string; pairs: string[] }[];
  /** Tracks that the page sends, and their packets. */
  sent: { tracks: Counts; packets: Counts };
  /** Tracks that the page is sent, their packets, and what was decoded of them: frames, energy of sound. */
  received: { tracks: Counts; packets: Counts; decoded: Counts };
}

/** Runs in the page. Reads what the failure of a test reports: the states of its connections and their packets. */
async function readMedia(): Promise<MediaReport> {
  const { peerConnections = [] } = window as unknown as { peerConnections?: RTCPeerConnection[] };
  const none = (): Counts => ({ audio: 0, video: 0 });
  const sent = { tracks: none(), packets: none() };
  const received = { tracks: none(), packets: none(), decoded: none() };
  const connections: MediaReport['connections'] = [];
  for (const connection of peerConnections) {
    const stats = await connection.getStats();
    const candidate = (id: string): string => {
      const { candidateType, protocol, address, port } = stats.get(id) ?? {};
      return `${candidateType} ${protocol} ${address}:${port}`;
    };
    const pairs: string[] = [];
    for (const stat of stats.values()) {
      const kind: keyof Counts = stat.kind === 'audio' ? 'audio' : 'video';
      if (stat.type === 'candidate-pair') {
        const ends = `${candidate(stat.localCandidateId)} to ${candidate(stat.remoteCandidateId)}`;
        pairs.push(`${stat.state}${stat.nominated ? ', nominated' : ''}: ${ends}`);
      } else if (stat.type === 'outbound-rtp') {
        sent.tracks[kind] += 1;
        sent.packets[kind] += stat.packetsSent ?? 0;
      } else if (stat.type === 'inbound-rtp') {
        received.tracks[kind] += 1;
        received.packets[kind] += stat.packetsReceived ?? 0;
        received.decoded[kind] += stat.framesDecoded ?? stat.totalAudioEnergy ?? 0;
      }
    }
    const { connectionState: state, iceConnectionState: ice, signalingState: signaling } = connection;
    connections.push({ state, ice, signaling, pairs });
  }
  const { visibilityState: visibility } = document;
  return { text: document.body.innerText, visibility, connections, sent, received };
}

/** The first stage from the entry to the decoder that this page did not pass. */
function failedStageOf({ connections, sent, received }: MediaReport): string {
  const open = connections.filter(({ state }) => state !== 'closed');
  const lacks = ({ audio, video }: Counts) => [audio > 0 ? '' : 'sound', video > 0 ? '' : 'pictures'];
  const stages: [stage: string, lacking: string[]][] = [
    ['enter', [open.length > 0 ? '' : 'connection']],
    ['ICE', [open.some(({ state }) => state === 'connected') ? '' : 'connection that is up']],
    ['publish', lacks(sent.packets)],
    ['subscribe', lacks(received.tracks)],
    ['receive', lacks(received.packets)],
    ['decode', lacks(received.decoded)],
  ];
  for (const [stage, lacking] of stages) {
    const nothing = lacking.filter(Boolean);
    if (nothing.length > 0) return `failed at ${stage}: no ${nothing.join(', no ')}`;
  }
  return 'decoded sound and pictures';
}
