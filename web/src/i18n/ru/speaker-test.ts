import type { Texts } from '../sections.ts';

export const speakerTest: Texts['speakerTest'] = {
  test: 'Проверить динамик',
  playing: 'Звучит…',
  again: 'Проверить ещё раз',
  heard: 'Слышно? Если нет, проверьте громкость или выберите другой динамик.',
  failed: 'Браузер не смог воспроизвести звук. Выберите другой динамик.',
};
