import type { ReminderKind } from '../../../../contract/reminders.ts';
import type { EmailLanguage } from '../../platform/mail/language.ts';
import type { ReminderOccasion } from './due.ts';

/** The texts of emails about reminders. */
export interface ReminderWords {
  locale: string;
  subject: Record<ReminderOccasion, (webinar: string, start: string) => string>;
  intro: Record<ReminderOccasion, (webinar: string) => string>;
  start: string;
  zone: (name: string) => string;
  coming: string;
  kinds: Record<ReminderKind, string>;
  open: string;
  /** Their own link expires before the start. */
  otherLink: string;
  calendar: string;
  why: string;
  unsubscribe: string;
  from: (address: string) => string;
}

const english: ReminderWords = {
  locale: 'en-GB',
  subject: {
    requested: (webinar, start) => `Reminders are on: ${webinar}, ${start}`,
    dayBefore: (webinar, start) => `Reminder: ${webinar}, ${start}`,
    hourBefore: (webinar) => `Starting soon: ${webinar}`,
    start: (webinar) => `Starting now: ${webinar}`,
    moved: (webinar, start) => `New time: ${webinar}, ${start}`,
    cancelled: (webinar, start) => `Cancelled: ${webinar}, ${start}`,
  },
  intro: {
    requested: (webinar) => `You will get reminders of the webinar “${webinar}”.`,
    dayBefore: (webinar) => `The webinar “${webinar}” starts within a day.`,
    hourBefore: (webinar) => `The webinar “${webinar}” starts within an hour.`,
    start: (webinar) => `The webinar “${webinar}” is starting.`,
    moved: (webinar) => `The webinar “${webinar}” has a new start. Your reminders follow it.`,
    cancelled: (webinar) => `The webinar “${webinar}” does not take place at this time.`,
  },
  start: 'Start',
  zone: (name) => `time zone: ${name}`,
  coming: 'We will email you',
  kinds: {
    dayBefore: '24 hours before the start',
    hourBefore: '1 hour before the start',
    start: 'at the start',
  },
  open: 'Open the webinar',
  otherLink: 'Your link expires before the start. Open the webinar from the page where you found the link.',
  calendar: 'The attached file adds the webinar to your calendar.',
  why: 'You get this email because reminders were requested for this address on the page of the webinar.',
  unsubscribe: 'Unsubscribe',
  from: (address) => `Lectern at ${address}`,
};

const russian: ReminderWords = {
  locale: 'ru-RU',
  subject: {
    requested: (webinar, start) => `Напоминания включены: ${webinar}, ${start}`,
    dayBefore: (webinar, start) => `Напоминание: ${webinar}, ${start}`,
    hourBefore: (webinar) => `Скоро начало: ${webinar}`,
    start: (webinar) => `Начинаем: ${webinar}`,
    moved: (webinar, start) => `Новое время: ${webinar}, ${start}`,
    cancelled: (webinar, start) => `Отменён: ${webinar}, ${start}`,
  },
  intro: {
    requested: (webinar) => `Мы напомним вам о вебинаре «${webinar}».`,
    dayBefore: (webinar) => `До начала вебинара «${webinar}» меньше суток.`,
    hourBefore: (webinar) => `До начала вебинара «${webinar}» меньше часа.`,
    start: (webinar) => `Вебинар «${webinar}» начинается.`,
    moved: (webinar) => `Вебинар «${webinar}» перенесён. Напоминания придут к новому времени.`,
    cancelled: (webinar) => `Вебинар «${webinar}» в это время не состоится.`,
  },
  start: 'Начало',
  zone: (name) => `часовой пояс: ${name}`,
  coming: 'Мы напишем вам',
  kinds: { dayBefore: 'за 24 часа до начала', hourBefore: 'за час до начала', start: 'в момент начала' },
  open: 'Открыть вебинар',
  otherLink:
    'Ваша ссылка перестанет действовать до начала. Откройте вебинар с той страницы, где нашли ссылку.',
  calendar: 'Откройте вложенный файл, чтобы добавить вебинар в календарь.',
  why: 'Вы получили это письмо, потому что для вашего адреса запросили напоминания на странице вебинара.',
  unsubscribe: 'Отписаться',
  from: (address) => `Lectern, ${address}`,
};

export const reminderWords: Record<EmailLanguage, ReminderWords> = { en: english, ru: russian };
