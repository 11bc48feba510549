import { dictionary } from '@zxcvbn-ts/language-common';
import { shownEmail } from '../../../contract/email.ts';

export interface PasswordToCheck {
  password: string;
  /** The account's email address; undefined if it has none. */
  email?: string | undefined;
}

let common: Set<string> | undefined;

/** Whether it is one of the most frequently leaked passwords, in lower case. The set is made at the first check. */
function isCommon(password: string): boolean {
  common ??= new Set(dictionary['passwords-common'].map(String));
  return common.has(password);
}

/** Why a password is refused, as the rest of a sentence about it; undefined if it is accepted. */
export function explainWeakness({ password, email = '' }: PasswordToCheck): string | undefined {
  const plain = password.toLowerCase();
  const reversed = [...plain].reverse().join('');
  if (isCommon(plain) || isCommon(reversed)) return 'is one of the most common passwords; choose another';
  const [name = ''] = email.toLowerCase().split('@');
  const own = [email.toLowerCase(), shownEmail(email.toLowerCase()), name];
  if (email !== '' && own.includes(plain)) return "is the account's email address; choose another";
  return undefined;
}
