import { dictionary } from '../../../i18n/dictionary.ts';

/** What some refusals mean on these pages, by their code. */
export const refusalMessages = dictionary({
  en: {
    forbidden: 'You may not do that any more. Somebody changed your role.',
    owner_stays: 'The owner’s role stays as it is.',
    invite_used: 'This invitation was accepted already.',
    link_expired: 'This link has expired. Make a new one.',
    link_revoked: 'This link was revoked. Make a new one.',
  },
  ru: {
    forbidden: 'Вам это больше не разрешено: кто-то изменил вашу роль.',
    owner_stays: 'Роль владельца не меняется.',
    invite_used: 'Это приглашение уже приняли.',
    link_expired: 'Срок этой ссылки истёк. Создайте новую.',
    link_revoked: 'Эту ссылку отозвали. Создайте новую.',
  },
});
