import { dictionary, plural } from '../../i18n/dictionary.ts';

/** Texts of what is set for the whole chat. */
export const toolsMessages = dictionary({
  en: {
    tools: 'Chat settings',
    sound: 'Sound for messages, hands and polls',
    forEverybody: 'For everybody',
    chatOn: 'People can write',
    linksOn: 'Links can be sent',
    slowMode: 'Slow mode',
    slowOff: 'Off',
    seconds: (count: number) => plural('en', count, { one: '# second', other: '# seconds' }),
    minutes: (count: number) => plural('en', count, { one: '# minute', other: '# minutes' }),
    clear: 'Delete all messages',
    clearTitle: 'Delete all messages?',
    clearText: 'The chat becomes empty for everybody. The messages cannot be brought back.',
    clearYes: 'Delete all',
  },
  ru: {
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
    clearText: 'Чат станет пустым у всех. Вернуть сообщения будет нельзя.',
    clearYes: 'Удалить все',
  },
});
