import { VoiceFile } from '../sound/voice-file.ts';

/** A voice file has 48 kHz, speech engines and tests of speech 16 kHz. */
const factor = 3;
const block = 320;

/** Writes samples at 16 kHz as the recorder writes a voice. */
export async function writeVoice(path: string, samples: Int16Array): Promise<void> {
  const file = await VoiceFile.create(path);
  for (let at = 0; at < samples.length; at += block) {
    const part = samples.subarray(at, at + block);
    file.add(
      Float32Array.from(
        { length: part.length * factor },
        (_, index) => (part[Math.floor(index / factor)] ?? 0) / 32_768,
      ),
    );
  }
  await file.close();
}
