import { useText } from '../../i18n/language.ts';
import { messages } from './messages.ts';

export function HomePage() {
  const text = useText(messages);
  return <h1>{text.title}</h1>;
}
