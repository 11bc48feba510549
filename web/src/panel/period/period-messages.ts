import { dictionary } from '../../i18n/dictionary.ts';

export const periodMessages = dictionary({
  en: {
    period: 'Period',
    any: 'Any time',
    today: 'Today',
    week: 'Last 7 days',
    month: 'Last 30 days',
    own: 'Own dates',
    from: 'From',
    to: 'To',
    reversed: 'The period ends before it begins.',
  },
  ru: {
    period: 'Время',
    any: 'За всё время',
    today: 'Сегодня',
    week: 'За 7 дней',
    month: 'За 30 дней',
    own: 'Свои даты',
    from: 'С',
    to: 'По',
    reversed: 'Конец раньше начала.',
  },
});
