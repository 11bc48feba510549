import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { Loading } from '../../../panel/loading/loading.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { ProblemLine } from '../../../panel/problem-line.tsx';
import { useSubmit } from '../../../panel/use-submit.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { useQuestion } from '../../../ui/form/question.tsx';
import { Card, Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { SecretDialog, type ShownSecret } from '../secret-dialog.tsx';
import { NewToken } from './new-token.tsx';
import { TokenRow } from './token-row.tsx';
import type { TokenSource } from './token-source.ts';

/** Lists tokens of an account or of a group, creates and revokes them. */
export function TokenList({ source }: { source: TokenSource }) {
  const text = useText('integration');
  const list = useLoaded({ key: source.key, load: source.load });
  const [isMaking, setMaking] = useState(false);
  const [shown, setShown] = useState<ShownSecret>();
  const { ask, asked } = useQuestion();
  const button = useRef<HTMLButtonElement>(null);
  const remove = useSubmit(async (id: string) => {
    await source.remove(id);
    list.reload();
  });
  const tokens = list.value?.items ?? [];
  const create = (
    <Button ref={button} leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setMaking(true)}>
      {text.newToken}
    </Button>
  );

  return (
    <>
      <Row wrap align="end" justify="between" mb="lg" gap="md xl">
        <Text size="md" dim pretty measure={70}>
          {source.texts.about}
        </Text>
        {tokens.length > 0 && create}
      </Row>
      <ProblemLine of={remove} />
      <Card>
        <Loading of={list} isPart>
          {() =>
            tokens.length === 0 ? (
              <EmptyState icon={IconKey} title={source.texts.empty} text={source.texts.emptyText}>
                {create}
              </EmptyState>
            ) : (
              <Stack as="ul" ruled aria-label={source.texts.list}>
                {tokens.map((token) => (
                  <TokenRow
                    key={token.id}
                    token={token}
                    onDelete={() =>
                      ask({
                        title: text.deleteTokenTitle,
                        text: text.deleteTokenText(plainName(token.name)),
                        yes: text.deleteToken,
                        act: () => void remove.run(token.id),
                        returnTo: () => button.current,
                      })
                    }
                  />
                ))}
              </Stack>
            )
          }
        </Loading>
      </Card>
      <Dialog isOpen={isMaking} title={text.newToken} onClose={() => setMaking(false)}>
        <NewToken
          source={source}
          onCancel={() => setMaking(false)}
          onMade={(next) => {
            setMaking(false);
            setShown(next);
            list.reload();
          }}
        />
      </Dialog>
      <SecretDialog shown={shown} onClose={() => setShown(undefined)} returnTo={() => button.current} />
      {asked}
    </>
  );
}
