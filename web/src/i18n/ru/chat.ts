import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

export const chat: Texts['chat'] = {
  chat: 'Чат',
  conversation: 'Сообщения',
  you: 'Вы',
  somebody: 'Участник',
  moderator: 'Модератор',
  postedAs: { original: 'Из записи', organizer: 'Организатор' },
  empty: 'Сообщений пока нет',
  emptyHint: 'Поздоровайтесь: всё написанное здесь увидят все.',
  beginning: 'Это начало чата',
  olderFailed: 'Не удалось загрузить более ранние сообщения.',
  loading: 'Загружаем чат',
  failed: 'Не удалось открыть чат',
  failedHint: 'Всё остальное продолжает работать. Попробуйте ещё раз чуть позже.',
  removedHint: 'Чат этой комнаты вам больше недоступен.',
  tryAgain: 'Повторить',
  reconnecting: 'Чат подключается снова…',
  refused: 'Чат не подключён',
  today: 'Сегодня',
  yesterday: 'Вчера',
  newMessages: 'Новые сообщения',
  toNewest: (count: number) =>
    count === 0
      ? 'К последнему сообщению'
      : plural('ru', count, {
          one: '# новое сообщение',
          few: '# новых сообщения',
          many: '# новых сообщений',
          other: '# новых сообщения',
        }),
  joined: (name: string) => `Новый участник чата: ${name}`,
  edited: 'изменено',
  replyingTo: (name: string) => `Ответ: ${name}`,
  editing: 'Вы меняете сообщение',
  cancel: 'Отмена',
  gone: 'Сообщение удалено',
  showReplied: (name: string) => `Показать сообщение, на которое это ответ: ${name}`,
  write: 'Сообщение для всех',
  writeTo: (name: string) => `Сообщение для: ${name}`,
  send: 'Отправить',
  save: 'Сохранить',
  emoji: 'Эмодзи',
  left: (count: number) =>
    plural('ru', count, {
      one: 'Остался # символ',
      few: 'Осталось # символа',
      many: 'Осталось # символов',
      other: 'Осталось # символа',
    }),
  tooLong: (count: number) =>
    plural('ru', count, {
      one: 'Лишний # символ',
      few: 'Лишние # символа',
      many: 'Лишние # символов',
      other: 'Лишние # символа',
    }),
  slowed: (seconds: number) => `Медленный режим: снова можно писать через ${seconds} с`,
  slow: (time: string) => `Медленный режим: одно сообщение раз в ${time}`,
  linksOff: 'Ссылки здесь отправлять нельзя',
  mutedUntil: (time: string) => `Модератор запретил вам писать до ${time}.`,
  mutedForNow: 'Модератор пока запретил вам писать.',
  chatOff: 'Чат выключен. Писать могут только модераторы.',
  chatOffForOthers: 'Для остальных чат выключен',
  sending: 'Отправляем…',
  waiting: 'Ждём подключения',
  heldFor: (seconds: number) => `Отправится через ${seconds} с`,
  discard: 'Удалить',
  edit: 'Изменить',
  reply: 'Ответить',
  react: 'Реакция',
  reactWith: (emoji: string) => `Реакция ${emoji}`,
  reacted: (emoji: string, count: number) =>
    `${emoji} ${plural('ru', count, {
      one: '# реакция',
      few: '# реакции',
      many: '# реакций',
      other: '# реакции',
    })}`,
  moreOf: (name: string) => `Действия с сообщением: ${name}`,
  copy: 'Скопировать текст',
  remove: 'Удалить',
  removeTitle: 'Удалить сообщение?',
  removeText: 'Оно исчезнет у всех. Отменить это нельзя.',
  pin: 'Закрепить',
  unpin: 'Открепить',
  pinned: 'Закреплено',
  pinnedBy: (index: number, count: number) => `Закреплённое сообщение ${index} из ${count}`,
  nextPinned: 'Следующее закреплённое сообщение',
  muteFor: 'Запретить писать на 5 минут',
  mute: 'Запретить писать',
  unmute: 'Снова разрешить писать',
  heard: (name: string, text: string) => `${name}: ${text}`,
  dismiss: 'Скрыть',
};

export const chatRefusals: Texts['chatRefusals'] = {
  muted: 'Не отправлено: модератор запретил вам писать.',
  chat_off: 'Не отправлено: чат выключен.',
  links_not_allowed: 'Не отправлено: ссылки здесь запрещены.',
  slow_mode: 'Слишком рано: включён медленный режим.',
  rate_limited: 'Слишком много сообщений сразу. Попробуйте чуть позже.',
  edit_time_over: 'Изменить сообщение можно только в течение 15 минут.',
  forbidden: 'Здесь это сделать нельзя.',
  not_found: 'Этого сообщения больше нет.',
  removed_from_call: 'Вас удалил модератор.',
  validation_failed: 'Не отправлено: сообщение слишком длинное или вы отвечаете на удалённое.',
  unreachable: 'Не получилось. Проверьте соединение и повторите попытку.',
  other: 'Не получилось. Попробуйте чуть позже.',
};

export const directs: Texts['directs'] = {
  writePrivately: 'Написать лично',
  choose: ', выбрать разговор',
  everybody: 'Все',
  privately: 'Личные разговоры',
  onlyYou: 'Это видите только вы двое',
  unread: (count: number) =>
    plural('ru', count, {
      one: '# непрочитанное сообщение',
      few: '# непрочитанных сообщения',
      many: '# непрочитанных сообщений',
      other: '# непрочитанного сообщения',
    }),
  unreadElsewhere: (count: number) =>
    plural('ru', count, {
      one: '# непрочитанное сообщение в другом разговоре',
      few: '# непрочитанных сообщения в других разговорах',
      many: '# непрочитанных сообщений в других разговорах',
      other: '# непрочитанного сообщения в других разговорах',
    }),
  emptyHint: 'Больше никто в комнате не увидит эти сообщения.',
};

export const chatTools: Texts['chatTools'] = {
  tools: 'Настройки чата',
  sound: 'Звук сообщений, рук и опросов',
  forEverybody: 'Для всех',
  chatOn: 'Участники могут писать',
  linksOn: 'Можно отправлять ссылки',
  slowMode: 'Медленный режим',
  slowOff: 'Выключен',
  seconds: (count: number) =>
    plural('ru', count, { one: '# секунду', few: '# секунды', many: '# секунд', other: '# секунды' }),
  minutes: (count: number) =>
    plural('ru', count, { one: '# минуту', few: '# минуты', many: '# минут', other: '# минуты' }),
  clear: 'Удалить все сообщения',
  clearTitle: 'Удалить все сообщения?',
  clearText: 'Все сообщения исчезнут у всех. Отменить это нельзя.',
  clearYes: 'Удалить все',
};
