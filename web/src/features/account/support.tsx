import { useText } from '../../i18n/language.ts';
import css from './auth-frame.module.css';

const isMail = (address: string): boolean => /^[^\s@/:]+@[^\s@/:]+$/.test(address);

/** The support contact: a link if it is an email address. */
export function Support({ address }: { address: string | null | undefined }) {
  const text = useText('account');
  if (!address) return null;
  return (
    <p>
      {text.supportBefore}{' '}
      {isMail(address) ? (
        <a className={css.link} href={`mailto:${encodeURIComponent(address)}`}>
          {address}
        </a>
      ) : (
        address
      )}
    </p>
  );
}
