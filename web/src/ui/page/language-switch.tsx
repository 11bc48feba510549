import { IconLanguage } from '@tabler/icons-react';
import { useState } from 'react';
import { setLanguage, useLanguage, useText } from '../../i18n/language.ts';
import { languageName, languages } from '../../i18n/languages.ts';
import { Choice } from '../form/choice.tsx';
import { Text } from '../layout/layout.tsx';
import classes from './language-switch.module.css';

export function LanguageSwitch() {
  const text = useText('ui');
  const [isFailed, setFailed] = useState(false);
  const choose = async (value: string): Promise<void> => {
    setFailed(!(await setLanguage(languages.find((language) => language === value) ?? 'en')));
  };
  return (
    <div className={classes.switch}>
      {isFailed && (
        <Text mt="xs" size="md" tone="danger" className={classes.trouble} role="alert">
          {text.languageFailed}
        </Text>
      )}
      <Choice
        label={text.language}
        icon={<IconLanguage size={18} />}
        options={languages.map((language) => ({ value: language, label: languageName(language) }))}
        value={useLanguage()}
        onChange={choose}
      />
    </div>
  );
}
