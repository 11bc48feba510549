/** In ms. Some browsers list their voices only a moment after the first request. */
const voicesWithin = 1_500;
/** In ms. Give up a voice that has not begun by then. */
const heardWithin = 4_000;

/** Speaks a text with the browser's voice. Resolves to false if there is none for the language, or none is allowed. */
export async function speak(words: string, language: string): Promise<boolean> {
  const synthesis = window.speechSynthesis as SpeechSynthesis | undefined;
  if (!synthesis) return false;
  const voice = voiceFor(await voicesOf(synthesis), language);
  if (!voice) return false;
  const utterance = new SpeechSynthesisUtterance(words);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      synthesis.cancel();
      resolve(false);
    }, heardWithin);
    const over = (isHeard: boolean): void => {
      clearTimeout(timer);
      resolve(isHeard);
    };
    utterance.onstart = () => over(true);
    utterance.onerror = () => over(false);
    synthesis.speak(utterance);
  });
}

/** Prefer a voice of this device, so that the text is sent nowhere. */
function voiceFor(
  voices: readonly SpeechSynthesisVoice[],
  language: string,
): SpeechSynthesisVoice | undefined {
  const fitting = voices.filter(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === language);
  return fitting.find(({ localService }) => localService) ?? fitting[0];
}

async function voicesOf(synthesis: SpeechSynthesis): Promise<SpeechSynthesisVoice[]> {
  const now = synthesis.getVoices();
  if (now.length > 0) return now;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, voicesWithin);
    const onVoices = (): void => {
      clearTimeout(timer);
      resolve();
    };
    synthesis.addEventListener('voiceschanged', onVoices, { once: true });
  });
  return synthesis.getVoices();
}
