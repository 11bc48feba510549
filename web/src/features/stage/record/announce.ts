import { getLanguage } from '../../../i18n/language.ts';
import { textsIn } from '../../../i18n/texts.ts';
import { playSound } from '../../../sound/play-sound.ts';
import { isSoundOn } from '../../../sound/setting.ts';
import { speak } from '../../../sound/speak.ts';

/** Spoken if the browser has a voice for the language, else a tone; silent if sounds are off. */
export async function announceRecording(what: 'found' | 'begun' | 'ended'): Promise<void> {
  if (!isSoundOn()) return;
  if (what === 'ended') {
    playSound('recordEnd');
    return;
  }
  const language = getLanguage();
  const { spokenFound, spokenBegun } = textsIn(language, 'recording');
  if (!(await speak(what === 'found' ? spokenFound : spokenBegun, language))) playSound('record');
}
