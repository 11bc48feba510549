import { Button } from '@mantine/core';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import { Status } from '../../../ui/parts/status.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { minuteTime } from '../../../ui/times.ts';
import { useNow } from '../../../ui/use-now.ts';
import type { Token } from './token-source.ts';

/** Uses are stored to the minute, so the last one may seem to be before the creation. */
const lastUseOf = ({ createdAt, lastUsedAt }: Token): string | null =>
  lastUsedAt !== null && lastUsedAt < createdAt ? createdAt : lastUsedAt;

/** A token with its rights, its last use and its end. */
export function TokenRow({ token, onDelete }: { token: Token; onDelete: () => void }) {
  const text = useText('integration');
  const language = useLanguage();
  const now = useNow(30_000);
  const { scopes, expiresAt, createdBy } = token;
  const lastUse = lastUseOf(token);
  return (
    <Row as="li" align="center" gap="md" p="md lg" tall={64}>
      <Stack align="start" grow>
        <Text as="span" size="lg" weight={550} shrink>
          <Name>{token.name}</Name>
        </Text>
        <Row as="p" wrap size="sm" dim gap="0 sm">
          <span>
            {text.created} <TimeAgo at={token.createdAt} />,
          </span>
          <span>
            {lastUse ? (
              <>
                {text.lastUsed} <TimeAgo at={lastUse} />
              </>
            ) : (
              text.neverUsed
            )}
          </span>
        </Row>
        {createdBy && (
          <Text as="p" size="sm" dim>
            {text.createdBy} <Name>{createdBy.name}</Name>
          </Text>
        )}
        <Text as="p" size="sm" dim>
          {scopes.map((scope) => text.scopes[scope]).join(', ')}
        </Text>
        {expiresAt !== null && (
          <Text as="p" size="sm" dim>
            {Date.parse(expiresAt) <= now ? (
              <Status tone="bad">{text.expired(minuteTime(new Date(expiresAt), language))}</Status>
            ) : (
              text.expires(minuteTime(new Date(expiresAt), language))
            )}
          </Text>
        )}
      </Stack>
      <Button variant="default" aria-label={text.deleteTokenOf(plainName(token.name))} onClick={onDelete}>
        {text.deleteToken}
      </Button>
    </Row>
  );
}
