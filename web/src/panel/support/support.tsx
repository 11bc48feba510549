import { useText } from '../../i18n/language.ts';
import { Text } from '../../ui/layout/layout.tsx';

const isMail = (address: string): boolean => /^[^\s@/:]+@[^\s@/:]+$/.test(address);

/** The support contact: a link if it is an email address. */
export function Support({ address }: { address: string | null | undefined }) {
  const text = useText('account');
  if (!address) return null;
  return (
    <Text breaks>
      {text.supportBefore}{' '}
      {isMail(address) ? (
        <Text
          as="a"
          underline="always"
          weight={500}
          tone="accent"
          href={`mailto:${encodeURIComponent(address)}`}
        >
          {address}
        </Text>
      ) : (
        address
      )}
    </Text>
  );
}
