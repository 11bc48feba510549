/** Measures a microphone's level about 20 times a second, from 0 (silence) to 1 (loudest). */
export function watchLevel(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  const source = context.createMediaStreamSource(new MediaStream([track]));
  source.connect(analyser);

  const samples = new Float32Array(analyser.fftSize);
  let shown = 0;
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const level = loudness(samples);
    // Rise at once and fall slowly: a meter that falls between two syllables looks broken.
    shown = level > shown ? level : shown * 0.8 + level * 0.2;
    onLevel(shown);
  }, 50);

  // Browsers suspend sound until the first click or tap; the meter begins after it.
  const listening = new AbortController();
  const wake = () => void context.resume();
  for (const type of ['pointerdown', 'keydown']) {
    window.addEventListener(type, wake, { signal: listening.signal });
  }
  return () => {
    clearInterval(timer);
    listening.abort();
    void context.close();
  };
}

const quietest = -60;
const loudest = -12;

/** Root mean square in decibels, mapped to 0…1, because hearing is logarithmic. */
function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 10 * Math.log10(sum / samples.length + Number.EPSILON);
  return Math.min(1, Math.max(0, (decibels - quietest) / (loudest - quietest)));
}
