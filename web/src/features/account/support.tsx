import { useText } from '../../i18n/language.ts';
import css from './auth-frame.module.css';

const isMail = (address: string): boolean => /^[^\s@/:]+@[^\s@/:]+$/.test(address);

/** Whom people may ask: as a link where it is an address of mail. */
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
