import { useText } from '../../i18n/language.ts';
import css from './support.module.css';

const isMail = (address: string): boolean => /^[^\s@/:]+@[^\s@/:]+$/.test(address);

/** The support contact: a link if it is an email address. */
export function Support({ address }: { address: string | null | undefined }) {
  const text = useText('account');
  if (!address) return null;
  return (
    <p className={css.support}>
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
