import { IconMovie, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { pages } from '../../../../contract/pages.ts';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { isFinal } from '../../kit/refusals.ts';
import { Link } from '../../routing/link.tsx';
import { pathTo } from '../../routing/pattern.ts';
import { usePageAddress } from '../../routing/use-page-address.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import { useStore } from '../../ui/use-store.ts';
import { useApi } from '../context.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { type ComingRecord, recordNews } from './record-news.ts';
import css from './record-news-note.module.css';

const pace = 5_000;

/** Says on every page of the panel that a recording is ready which was seen before. */
export function RecordNewsNote() {
  const text = useText('recordings');
  const ready = useStore(recordNews.ready);
  const coming = useStore(recordNews.coming);
  const { path } = usePageAddress();
  const page =
    ready &&
    pathTo(pages.groupRecording, { spaceId: ready.spaceId, roomId: ready.roomId, recordId: ready.id });
  // The page of the recording shows the player by itself.
  const isThere = page === path;
  useEffect(() => {
    if (isThere) recordNews.dismiss();
  }, [isThere]);
  useEffect(() => () => recordNews.clear(), []);
  return (
    <>
      {coming.map((record) => (
        <Follow key={record.id} record={record} />
      ))}
      <div className={css.place} role="status">
        {ready && page && !isThere && (
          <Row p="md lg" pe="md" frame="line" ground="surface" className={css.note} gap="md" align="center">
            <IconMovie size={20} aria-hidden />
            <Text as="span" grow breaks>
              {text.readyNews(plainName(ready.name))}
            </Text>
            <Row
              as={Link}
              tall={44}
              underline="always"
              inline
              align="center"
              fixed
              weight={600}
              tone="accent"
              to={page}
              onClick={() => recordNews.dismiss()}
            >
              {text.watch}
            </Row>
            <IconButton
              icon={IconX}
              aria-label={text.dismiss}
              title={text.dismiss}
              onClick={() => recordNews.dismiss()}
            />
          </Row>
        )}
      </div>
    </>
  );
}

/** Reads a recording until it is ready. */
function Follow({ record: { id, spaceId, roomId } }: { record: ComingRecord }) {
  const api = useApi();
  useLoaded({
    key: ['coming record', id],
    load: async () => {
      try {
        const record = await api.getRecord({ spaceId, roomId, recordId: id });
        recordNews.see([record]);
        return record.state;
      } catch (error) {
        if (isFinal(error)) recordNews.forget(id);
        throw error;
      }
    },
    pace: () => pace,
  });
  return null;
}
