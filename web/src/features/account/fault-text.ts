import type { Texts } from '../../i18n/texts.ts';
import type { FieldFault } from '../../models/account/rules.ts';

type Field = 'email' | 'password' | 'newPassword' | 'username' | 'phone' | 'code';

const keys: Record<Field, Partial<Record<FieldFault, keyof Texts['account']>>> = {
  email: { missing: 'emailMissing', bad: 'emailBad' },
  password: { missing: 'passwordMissing' },
  newPassword: { missing: 'newPasswordMissing', short: 'passwordShort', long: 'passwordLong' },
  username: { missing: 'nameMissing', long: 'nameLong' },
  phone: { bad: 'phoneBad' },
  code: { missing: 'codeMissing' },
};

/** The sentence below a field with a fault. */
export function faultText(
  text: Texts['account'],
  field: Field,
  fault: FieldFault | undefined,
): string | undefined {
  const key = fault && keys[field][fault];
  const words = key && text[key];
  return typeof words === 'string' ? words : undefined;
}
