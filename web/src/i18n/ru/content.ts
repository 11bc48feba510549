import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

export const recordings: Texts['recordings'] = {
  list: 'Записи',
  search: 'Найти запись',
  empty: 'Записей пока нет',
  emptyHint:
    'В комнате модератор нажимает «Записать встречу». Чтобы записывать автоматически, откройте «Разрешения» в настройках комнаты.',
  state: 'Состояние',
  anyState: 'Любое состояние',
  new: 'Начинается',
  recording: 'Идёт запись',
  processing: 'Обрабатывается',
  finished: 'Готова',
  aborted: 'Не сохранена',
  failed: 'Не удалась',
  uploading: (share: string) => `Сохраняется, ${share}`,
  abortedText: 'Остановлена в первые 3 секунды: ничего не сохранено.',
  startedAutomatically: 'Началась автоматически',
  startedBy: (name: string) => `Кем начата: ${name}`,
  partial: 'Неполная',
  partialText: 'Часть встречи не записана: во время записи отказал процесс или диск.',
  uneven: 'Неровное качество',
  unevenText: (what: string) => `Сервер был перегружен: видео может прерываться. ${what}`,
  smaller: (lines: number) => `Местами разрешение падает до ${lines} строк.`,
  slower: (fps: string) => `Местами частота падает до ${fps} кадров в секунду.`,
  late: (count: number) =>
    plural('ru', count, {
      one: '# кадр ненадолго замер.',
      few: '# кадра ненадолго замерли.',
      many: '# кадров ненадолго замерли.',
      other: '# кадра ненадолго замерли.',
    }),
  silent: (seconds: string) => `Пропало звука: ${seconds}.`,
  download: 'Скачать',
  downloadOf: (name: string) => `Скачать: ${name}`,
  rename: 'Переименовать',
  renameOf: (name: string) => `Новое название: ${name}`,
  nameMissing: 'Введите название',
  link: 'Ссылка для скачивания',
  linkText:
    'Любой, у кого есть ссылка, может скачать запись без учётной записи в течение 24 часов. Потом создайте новую.',
  remove: 'Удалить',
  removeTitle: (name: string) => `Удалить «${name}»?`,
  removeText: 'Видео исчезнет для всех, ссылки на него перестанут работать. Отменить это нельзя.',
  removeEmptyText: 'Видео нет. Исчезнет только строка в списке.',
  record_active: 'Запись ещё идёт. Остановите её в комнате и подождите, пока она будет готова.',
  record_not_ready: 'Запись ещё не готова.',
  forbidden: 'Ваша роль изменилась, и это вам больше недоступно.',
};

export const recordFailures: Texts['recordFailures'] = {
  recorder_busy: 'Все серверы записи были заняты.',
  no_picture: 'За 10 секунд не появилось видео, поэтому ничего не записано.',
  recorder_lost: 'Запись оборвалась раньше, чем что-то сохранилось.',
  media_lost: 'Связь со встречей пропала раньше, чем что-то сохранилось.',
  disk_full: 'На диске сервера не было места.',
  room_deleted: 'Комнату удалили во время записи.',
  broken: 'Из записанного не получилось сделать видео.',
};

export const recordPage: Texts['recordPage'] = {
  where: 'Путь к странице',
  groups: 'Группы',
  content: 'Материалы',
  copyPage: 'Скопировать ссылку на страницу',
  startingTitle: 'Запись начинается',
  startingText: 'Она начнётся с первым кадром.',
  recordingTitle: 'Сейчас идёт запись',
  recordingText: 'Когда запись закончится, видео автоматически появится здесь.',
  processingTitle: 'Видео готовится',
  processingText: 'Оно автоматически появится здесь.',
  abortedTitle: 'Ничего не сохранено',
  failedTitle: 'Видео нет',
};
