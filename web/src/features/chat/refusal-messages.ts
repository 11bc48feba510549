import { dictionary } from '../../i18n/dictionary.ts';

/** What the server's refusals mean to the person, by their codes; `other` for whatever is not here. */
export const refusalMessages = dictionary({
  en: {
    muted: 'Not sent: a moderator paused your messages.',
    chat_off: 'Not sent: the chat is switched off.',
    links_not_allowed: 'Not sent: links are not allowed here.',
    slow_mode: 'Too soon: slow mode is on.',
    rate_limited: 'That was a lot at once. Try again in a moment.',
    edit_time_over: 'A message can be changed for 15 minutes only.',
    forbidden: 'You cannot do that here.',
    not_found: 'This message is not there any more.',
    removed_from_call: 'You were put out of this call.',
    validation_failed: 'Not sent: the message is too long or answers one that is gone.',
    unreachable: 'That did not work. Check your connection and try again.',
    other: 'That did not work. Try again in a moment.',
  },
  ru: {
    muted: 'Не отправлено: модератор запретил вам писать.',
    chat_off: 'Не отправлено: чат выключен.',
    links_not_allowed: 'Не отправлено: ссылки здесь запрещены.',
    slow_mode: 'Слишком рано: включён медленный режим.',
    rate_limited: 'Слишком много сразу. Попробуйте чуть позже.',
    edit_time_over: 'Изменить сообщение можно только в течение 15 минут.',
    forbidden: 'Здесь этого сделать нельзя.',
    not_found: 'Этого сообщения больше нет.',
    removed_from_call: 'Вас удалили из этой встречи.',
    validation_failed: 'Не отправлено: сообщение слишком длинное или ответ на удалённое.',
    unreachable: 'Не получилось. Проверьте связь и попробуйте снова.',
    other: 'Не получилось. Попробуйте чуть позже.',
  },
});

type Words = (typeof refusalMessages)['en'];

export function refusalText(words: Words, code: string): string {
  return code in words ? words[code as keyof Words] : words.other;
}
