import type { Texts } from '../sections.ts';

/** The invitation that people in a call copy. */
export const invitation: Texts['invitation'] = {
  copy: 'Скопировать приглашение',
  copied: 'Приглашение скопировано',
  words: (room: string, url: string, code: string | undefined) =>
    [`Приглашение: «${room}» ${url}`, code].filter(Boolean).join('\n'),
  code: (code: string, host: string) => `Или введите код ${code} на странице ${host}`,
};
