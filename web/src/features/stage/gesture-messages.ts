import { dictionary, plural } from '../../i18n/dictionary.ts';

/** Texts of raised hands and of reactions. */
export const gestureMessages = dictionary({
  en: {
    raise: 'Raise hand',
    lower: 'Lower hand',
    raised: (place: number) => `Hand raised, number ${place} in line`,
    ownRaised: 'Your hand is raised',
    inLine: (place: number) => (place === 1 ? 'You are next' : `Number ${place} in line`),
    handsUp: (count: number) => plural('en', count, { one: '# raised hand', other: '# raised hands' }),
    hands: 'Raised hands',
    lowerAll: 'Lower all',
    lowerOf: (name: string) => `Lower the hand of ${name}`,
    letSpeak: 'Let speak',
    letSpeakOf: (name: string) => `Let ${name} speak`,
    handOf: (name: string, more: number) =>
      more === 0
        ? `${name} raised a hand`
        : `${name} and ${plural('en', more, { one: '# other', other: '# others' })} raised a hand`,
    lowered: 'A moderator lowered your hand.',
    off: 'Hands cannot be raised in this room.',
    show: 'Show',
    pollStarted: (question: string) => `New poll: ${question}`,
    toPoll: 'Answer',
    reactions: 'Reactions',
    sendReaction: (emoji: string) => `Send ${emoji}`,
    paused: 'A short pause, then you can send more.',
    flew: (counts: string) => `Reactions: ${counts}`,
  },
  ru: {
    raise: 'Поднять руку',
    lower: 'Опустить руку',
    raised: (place: number) => `Рука поднята, номер ${place} в очереди`,
    ownRaised: 'Ваша рука поднята',
    inLine: (place: number) => (place === 1 ? 'Ваша очередь следующая' : `Номер ${place} в очереди`),
    handsUp: (count: number) =>
      plural('ru', count, {
        one: '# поднятая рука',
        few: '# поднятые руки',
        many: '# поднятых рук',
        other: '# поднятой руки',
      }),
    hands: 'Подняли руку',
    lowerAll: 'Опустить все',
    lowerOf: (name: string) => `Опустить руку: ${name}`,
    letSpeak: 'Дать слово',
    letSpeakOf: (name: string) => `Дать слово: ${name}`,
    handOf: (name: string, more: number) =>
      more === 0
        ? `Рука поднята: ${name}`
        : `Подняли руку: ${name} и ещё ${plural('ru', more, {
            one: '# человек',
            few: '# человека',
            many: '# человек',
            other: '# человека',
          })}`,
    lowered: 'Модератор опустил вашу руку.',
    off: 'В этой комнате нельзя поднимать руку.',
    show: 'Показать',
    pollStarted: (question: string) => `Новый опрос: ${question}`,
    toPoll: 'Ответить',
    reactions: 'Реакции',
    sendReaction: (emoji: string) => `Отправить ${emoji}`,
    paused: 'Короткая пауза, потом можно ещё.',
    flew: (counts: string) => `Реакции: ${counts}`,
  },
});
