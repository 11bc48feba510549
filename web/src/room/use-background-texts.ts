import { useText } from '../i18n/language.ts';

/** The texts of background effects, for the page before the call. */
export const useBackgroundTexts = () => useText('background');
