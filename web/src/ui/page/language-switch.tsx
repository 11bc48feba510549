import { IconLanguage } from '@tabler/icons-react';
import { dictionary, languages } from '../../i18n/dictionary.ts';
import { setLanguage, useLanguage, useText } from '../../i18n/language.ts';
import { Choice } from '../form/choice.tsx';

const messages = dictionary({ en: { label: 'Language' }, ru: { label: 'Язык' } });

/** Each language by its own name, so that who needs it can read it. */
const names = { en: 'English', ru: 'Русский' };

export function LanguageSwitch() {
  const text = useText(messages);
  return (
    <Choice
      label={text.label}
      icon={<IconLanguage size={18} />}
      options={languages.map((language) => ({ value: language, label: names[language] }))}
      value={useLanguage()}
      onChange={(value) => setLanguage(languages.find((language) => language === value) ?? 'en')}
    />
  );
}
