import { dictionary, plural } from '../../i18n/dictionary.ts';

/** Texts of conversations between two. */
export const directMessages = dictionary({
  en: {
    writePrivately: 'Write privately',
    choose: ', choose a conversation',
    everybody: 'Everybody',
    privately: 'Private conversations',
    onlyYou: 'Only the two of you see this',
    unread: (count: number) => plural('en', count, { one: '# unread message', other: '# unread messages' }),
    unreadElsewhere: (count: number) =>
      plural('en', count, {
        one: '# unread message in another conversation',
        other: '# unread messages in other conversations',
      }),
    emptyHint: 'Nobody else in the room sees what is written here.',
  },
  ru: {
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
    emptyHint: 'Больше никто в комнате не видит написанного здесь.',
  },
});
