import type { EmailLanguage } from '../../platform/mail/language.ts';

/** The texts of the email about a finished recording. */
interface RecordingWords {
  subject: (name: string) => string;
  hello: (name: string) => string;
  ready: (name: string, room: string) => string;
  partial: string;
  shared: string;
  watch: string;
  why: string;
  turnOff: string;
  from: (address: string) => string;
}

const english: RecordingWords = {
  subject: (name) => `Recording ready: ${name}`,
  hello: (name) => `Hello ${name},`,
  ready: (name, room) => `The recording “${name}” of the room “${room}” is ready.`,
  partial: 'A part of the call is missing in it.',
  shared: 'People who attended the call can watch it, too.',
  watch: 'Watch the recording',
  why: 'The room sends emails after each call.',
  turnOff: 'Turn them off in the room settings',
  from: (address) => `Lectern at ${address}`,
};

const russian: RecordingWords = {
  subject: (name) => `Запись готова: ${name}`,
  hello: (name) => `Здравствуйте, ${name}!`,
  ready: (name, room) => `Готова запись «${name}» из комнаты «${room}».`,
  partial: 'Часть встречи в неё не попала.',
  shared: 'Её могут посмотреть и те, кто был на встрече.',
  watch: 'Посмотреть запись',
  why: 'Комната присылает письма после каждой встречи.',
  turnOff: 'Отключить в настройках комнаты',
  from: (address) => `Lectern, ${address}`,
};

export const recordingWords: Record<EmailLanguage, RecordingWords> = { en: english, ru: russian };
