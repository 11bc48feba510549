import { lazily } from '../../../../ui/lazily.ts';

const form = lazily(() => import('./list-form.tsx'));

/** Undefined until its code is loaded. */
export const useListForm = () => form.usePart()?.ListForm;
