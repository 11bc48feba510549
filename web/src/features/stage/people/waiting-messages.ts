import { dictionary, plural } from '../../../i18n/dictionary.ts';

/** Texts about those at the door, and about the role that somebody is given. */
export const waitingMessages = dictionary({
  en: {
    waiting: 'Waiting',
    waitingCount: (count: number) => `${count} waiting`,
    asks: (name: string, more: number) =>
      more === 0
        ? `${name} asks to join`
        : `${name} and ${plural('en', more, { one: '# other', other: '# others' })} ask to join`,
    admit: 'Admit',
    admitOf: (name: string) => `Admit ${name}`,
    refuseOf: (name: string) => `Refuse ${name}`,
    refuseTitle: (name: string) => `Send ${name} away?`,
    refuseText: 'They hear that they were not let in, and cannot come to this call by the same link.',
    refuseYes: 'Send away',
    admitAll: 'Admit everyone',
    admitAllTitle: (count: number) =>
      plural('en', count, { one: 'Let # person in?', other: 'Let # people in?' }),
    admitAllText: 'Everybody who waits now comes in at once.',
    admitAllYes: 'Admit',
    justNow: 'just now',
    minutes: (count: number) => plural('en', count, { one: '# minute', other: '# minutes' }),
    search: 'Find among those who wait',
    nobodyFound: 'Nobody of that name waits.',
    more: (count: number) => plural('en', count, { one: 'Show # more', other: 'Show # more' }),
    show: 'Show',
    inCall: 'In the call',
    letIn: 'You were let in.',
    nowModerator: 'You are a moderator now: you can mute people, let them in and end the call.',
    nowUser: 'You are not a moderator any more.',
  },
  ru: {
    waiting: 'Ждут',
    waitingCount: (count: number) =>
      plural('ru', count, { one: 'ждёт #', few: 'ждут #', many: 'ждут #', other: 'ждут #' }),
    asks: (name: string, more: number) =>
      more === 0
        ? `Просит войти: ${name}`
        : `Просят войти: ${name} и ещё ${plural('ru', more, {
            one: '# человек',
            few: '# человека',
            many: '# человек',
            other: '# человека',
          })}`,
    admit: 'Впустить',
    admitOf: (name: string) => `Впустить: ${name}`,
    refuseOf: (name: string) => `Отказать: ${name}`,
    refuseTitle: (name: string) => `Отказать во входе: ${name}?`,
    refuseText: 'Человек увидит, что его не впустили, и не сможет войти на эту встречу по той же ссылке.',
    refuseYes: 'Отказать',
    admitAll: 'Впустить всех',
    admitAllTitle: (count: number) =>
      plural('ru', count, {
        one: 'Впустить # человека?',
        few: 'Впустить # человек?',
        many: 'Впустить # человек?',
        other: 'Впустить # человека?',
      }),
    admitAllText: 'Сразу войдут все, кто сейчас ждёт.',
    admitAllYes: 'Впустить',
    justNow: 'только что',
    minutes: (count: number) =>
      plural('ru', count, { one: '# минуту', few: '# минуты', many: '# минут', other: '# минуты' }),
    search: 'Найти среди тех, кто ждёт',
    nobodyFound: 'Никто с таким именем не ждёт.',
    more: (count: number) => `Показать ещё ${count}`,
    show: 'Показать',
    inCall: 'На встрече',
    letIn: 'Вас впустили.',
    nowModerator: 'Теперь вы модератор: можете выключать микрофоны, впускать людей и завершить встречу.',
    nowUser: 'Вы больше не модератор.',
  },
});
