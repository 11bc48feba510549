import type { FieldFault } from '../../models/account/rules.ts';
import type { AccountTexts } from './messages.ts';

type Field = 'email' | 'password' | 'newPassword' | 'username' | 'phone' | 'code';

const keys: Record<Field, Partial<Record<FieldFault, keyof AccountTexts>>> = {
  email: { missing: 'emailMissing', bad: 'emailBad' },
  password: { missing: 'passwordMissing' },
  newPassword: { missing: 'newPasswordMissing', short: 'passwordShort', long: 'passwordLong' },
  username: { missing: 'nameMissing', long: 'nameLong' },
  phone: { bad: 'phoneBad' },
  code: { missing: 'codeMissing' },
};

/** The sentence under a field about what is wrong in it. */
export function faultText(
  text: AccountTexts,
  field: Field,
  fault: FieldFault | undefined,
): string | undefined {
  const key = fault && keys[field][fault];
  const words = key && text[key];
  return typeof words === 'string' ? words : undefined;
}
