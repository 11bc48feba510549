import { playNotes } from './tone.ts';

/**
 * Plays a short melody through an output device, or the browser's choice. Resolves when it is over; rejects if the
 * browser does not play it. The sound is made in the page.
 */
export async function playTestSound(outputId: string | undefined): Promise<void> {
  const context = new AudioContext();
  const element = new Audio();
  try {
    const target = context.createMediaStreamDestination();
    element.srcObject = target.stream;
    if (outputId && 'setSinkId' in element) await element.setSinkId(outputId);
    await Promise.all([context.resume(), element.play()]);
    const end = playNotes(context, 'test', { output: target, loudness: 0.25 });
    await new Promise((done) => setTimeout(done, (end - context.currentTime) * 1_000));
  } finally {
    element.srcObject = null;
    await context.close();
  }
}
