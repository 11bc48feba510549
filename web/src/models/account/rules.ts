import { isEmail } from '../../../../contract/email.ts';
import { createUser } from '../../../../contract/limits.generated.ts';
import { isPhone } from '../../../../contract/phone.ts';
import { isVisible } from '../../../../contract/printable.ts';

/** Why a form field is invalid before it is sent. The server checks again. */
export type FieldFault = 'missing' | 'bad' | 'short' | 'long';

const shortestPassword = 8;

/** Counts code points, as the server does. */
const lengthOf = (text: string): number => [...text].length;

export function emailFault(value: string): FieldFault | undefined {
  const text = value.trim();
  if (text === '') return 'missing';
  return isEmail(text) ? undefined : 'bad';
}

/** For signing in: an operator may have given the first account an address without a full domain. */
export function signInFault(value: string): FieldFault | undefined {
  if (value.trim() === '') return 'missing';
  return value.includes('@') ? undefined : 'bad';
}

export function nameFault(value: string): FieldFault | undefined {
  const text = value.trim();
  if (!isVisible(text)) return 'missing';
  return lengthOf(text) <= createUser.username ? undefined : 'long';
}

export function phoneFault(value: string): FieldFault | undefined {
  const text = value.trim();
  return text === '' || isPhone(text) ? undefined : 'bad';
}

/** For a new password, not for one that is asked for. */
export function passwordFault(value: string): FieldFault | undefined {
  if (value === '') return 'missing';
  if (lengthOf(value) < shortestPassword) return 'short';
  return lengthOf(value) <= createUser.password ? undefined : 'long';
}

export const emptyFault = (value: string): FieldFault | undefined =>
  value.trim() === '' ? 'missing' : undefined;
