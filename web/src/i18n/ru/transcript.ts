import { plural } from '../plural.ts';
import type { Texts } from '../sections.ts';

const inParts = { one: '# фрагменте', few: '# фрагментах', many: '# фрагментах', other: '# фрагмента' };

export const transcript: Texts['transcript'] = {
  title: 'Расшифровка',
  loading: 'Загружается расшифровка',
  list: 'Что было сказано',
  search: 'Найти в расшифровке',
  found: (current: number, count: number) => `${current} из ${count}`,
  notFound: 'Не найдено',
  matches: (count: number) =>
    plural('ru', count, {
      one: '# совпадение',
      few: '# совпадения',
      many: '# совпадений',
      other: '# совпадения',
    }),
  previous: 'Предыдущее совпадение',
  next: 'Следующее совпадение',
  speaker: 'Говорящий',
  everybody: 'Все говорящие',
  follow: 'К текущему моменту',
  followHint: 'Снова прокручивать вместе с видео',
  playFrom: (time: string) => `Воспроизвести с ${time}`,
  corrected: 'Исправлено',
  correctedHint: 'Этот фрагмент исправили. Чтобы увидеть исходный текст, откройте правку.',

  edit: (time: string) => `Исправить сказанное в ${time}`,
  editTitle: 'Исправить',
  text: 'Текст',
  speakerField: 'Говорящий',
  textMissing: 'Введите текст',
  speakerMissing: 'Введите имя',
  save: 'Сохранить',
  cancel: 'Отмена',
  original: 'Исходный текст',
  restore: 'Вернуть исходный',
  keys: 'Enter — сохранить, Esc — отменить',
  renameOthers: (name: string, count: number) =>
    `Заменить имя «${name}» ещё в ${plural('ru', count, inParts)}`,
  conflict:
    'Расшифровку тем временем изменил кто-то ещё. Ваше исправление сохранено, показан последний текст.',
  partGone:
    'Этого фрагмента больше нет: расшифровку создали заново. Скопируйте свой текст и обновите страницу.',

  highlights: 'Ключевые фразы',
  highlightsText: 'Самые содержательные фразы записи. Это цитаты, а не пересказ.',
  summary: 'Краткое содержание',
  summaryText: 'Составлено языковой моделью по расшифровке. Важное проверяйте по записи.',
  tasks: 'Задачи',
  chapters: 'Главы',
  speakers: 'Кто говорил',
  speakersText: 'Время речи. Выберите человека, чтобы видеть только его слова.',
  share: (time: string, percent: string) => `${time}, ${percent}`,
  showAll: (count: number) =>
    plural('ru', count, {
      one: 'Показать ещё #',
      few: 'Показать ещё #',
      many: 'Показать ещё #',
      other: 'Показать ещё #',
    }),
  rename: (name: string) => `Переименовать во всей расшифровке: ${name}`,
  renameTitle: 'Переименовать во всей расшифровке',
  renameAll: (name: string, count: number) => `Новое имя вместо «${name}» в ${plural('ru', count, inParts)}`,
  restoreNames: (name: string) => `Вернуть исходное имя: ${name}`,
  restoreNamesTitle: 'Вернуть исходное имя',
  showLess: 'Свернуть',

  actions: 'Действия с расшифровкой',
  vtt: 'Субтитры (.vtt)',
  srt: 'Субтитры (.srt)',
  txt: 'Текст (.txt)',
  json: 'Данные (.json)',
  downloads: 'Скачать',
  again: 'Создать заново',
  remove: 'Удалить расшифровку',
  removeTitle: 'Удалить расшифровку?',
  removeText:
    'Текст, исправления и краткое содержание исчезнут для всех. Видео останется. Отменить это нельзя.',
  create: 'Создать расшифровку',
  createTitle: 'Создание расшифровки',
  createAgainTitle: 'Создать расшифровку заново?',
  createAgainText: 'Новая расшифровка заменит эту, исправления пропадут.',
  language: 'Язык записи',
  auto: 'Определить автоматически',

  noneTitle: 'Расшифровки нет',
  noneText: 'Расшифровка показывает, кто что сказал, и находит любое слово записи.',
  noneOfReader: 'Расшифровку этой записи никто не создавал.',
  waitingTitle: 'Расшифровка ждёт очереди',
  waitingText: 'Она начнётся автоматически, когда освободится сервер. Страницу можно закрыть.',
  runningTitle: 'Расшифровка создаётся',
  runningText: 'Она автоматически появится здесь. Страницу можно закрыть.',
  progress: 'Ход расшифровки',
  percent: (share: string) => `Готово ${share}`,
  failedTitle: 'Не удалось создать расшифровку',
  unavailableTitle: 'Расшифровка недоступна',
  unavailableText: 'Она не входит в тариф этой учётной записи или не настроена на сервере.',
  setUp: 'Как настроить расшифровку',
  silentTitle: 'Речь не найдена',
  silentText: 'В записи никто не говорил, или речь была слишком тихой.',
  tryAgain: 'Повторить',

  transcription_unavailable: 'Для этой учётной записи расшифровка недоступна.',
  engine_unavailable:
    'Распознавание речи на этом сервере сейчас не работает. Записи ждут: их расшифровки появятся, когда оно заработает. Причину администратор сервиса найдёт в журнале.',
  forbidden: 'Ваша роль изменилась, и это вам больше недоступно.',
};

export const transcriptFailures: Texts['transcriptFailures'] = {
  no_audio: 'В записи нет звука: во время встречи не был включён ни один микрофон.',
  too_long: 'Запись длиннее, чем принимает сервис распознавания. Скачайте видео и разделите его.',
  corrupted: 'Не удалось прочитать звук записи. Попробуйте создать расшифровку заново.',
  language_unsupported: 'Сервис распознавания не поддерживает этот язык. Выберите другой и повторите.',
  engine_unavailable:
    'Сервис распознавания не отвечал целые сутки. Повторите позже или обратитесь к администратору сервиса.',
  unknown: 'Произошла неожиданная ошибка. Повторите; если не поможет, обратитесь к администратору сервиса.',
};

export const transcriptObstacles: Texts['transcriptObstacles'] = {
  plan: 'Расшифровка не входит в тариф владельца группы.',
  engine:
    'На этом сервере не настроено распознавание речи. Администратору сервиса нужно задать LECTERN_SPEECH_MODEL или LECTERN_SPEECH_URL.',
};

export const transcriptMarks: Texts['transcriptMarks'] = {
  ready: 'Расшифровка',
  readyHint: 'У записи есть расшифровка.',
  running: 'Расшифровывается',
  runningShare: (share: string) => `Расшифровывается, ${share}`,
  failed: 'Без расшифровки',
};

export const spokenSearch: Texts['spokenSearch'] = {
  label: 'Найти сказанное',
  results: 'Найдено в сказанном',
  count: (count: number) =>
    plural('ru', count, {
      one: 'Найдено # место',
      few: 'Найдено # места',
      many: 'Найдено # мест',
      other: 'Найдено # места',
    }),
  none: 'Такого никто не говорил',
  noneText: 'Поиск идёт только по записям с расшифровкой. Попробуйте меньше слов или другие слова.',
  more: 'Показать ещё',
  close: 'К записям',
  openAt: (name: string, time: string) => `${name}, ${time}`,
};
