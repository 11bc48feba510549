import { Button } from '@mantine/core';
import { IconRefresh, IconSearchOff, IconSend, IconSend2 } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import { Rows } from '../../../../panel/list/row.tsx';
import { anyTime } from '../../../../panel/period/period.ts';
import { CustomPeriodFields } from '../../../../panel/period/period-choice.tsx';
import { navigate, setQuery } from '../../../../routing/navigation.ts';
import { usePageAddress } from '../../../../routing/use-page-address.ts';
import { Dialog } from '../../../../ui/form/dialog.tsx';
import { SavedNote } from '../../../../ui/form/saved.tsx';
import { Card, Row, Text } from '../../../../ui/layout/layout.tsx';
import { EmptyState, LoadFailed, RowsSkeleton, StaleNote } from '../../../../ui/page/states.tsx';
import { type DeliveryFilters, isFiltered, readFilters, writeFilters } from '../model/filters.ts';
import { pathOfDelivery, type WebhookAt } from '../model/webhook-at.ts';
import css from './deliveries.module.css';
import { FilterChoices } from './delivery-filters.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { zoneText } from './delivery-text.ts';
import { FailedForm } from './failed-form.tsx';
import { TestForm } from './test-form.tsx';
import { type Deliveries, useDeliveries } from './use-deliveries.ts';
import { useRoomNames } from './use-room-names.ts';

type Props = {
  at: WebhookAt;
  /** The element of the page that shows the actions. */
  actions: HTMLElement | null;
  onNews: () => void;
};
type Asked = 'test' | 'failed';

/** Past and pending deliveries, the newest first. */
export function DeliveriesPart({ at, actions, onNews }: Props) {
  const text = useText('deliveries');
  const { search } = usePageAddress();
  const filters = readFilters(search);
  const list = useRef<HTMLUListElement>(null);
  const deliveries = useDeliveries({ at, filters, list, onNews });
  const [asked, setAsked] = useState<Asked>();
  const [sentAgain, setSentAgain] = useState<number>();
  const close = (): void => setAsked(undefined);
  const change = (next: DeliveryFilters): void => {
    setSentAgain(undefined);
    setQuery(writeFilters(next));
  };
  const sendTest = (
    <Button leftSection={<IconSend size={18} aria-hidden />} onClick={() => setAsked('test')}>
      {text.sendTest}
    </Button>
  );
  const isEmpty = deliveries.value !== undefined && deliveries.total === 0 && !isFiltered(filters);

  return (
    <>
      {actions &&
        !isEmpty &&
        createPortal(
          <>
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} aria-hidden />}
              onClick={() => setAsked('failed')}
            >
              {text.sendFailed}
            </Button>
            {sendTest}
          </>,
          actions,
        )}
      {!isEmpty && (
        <>
          <Row wrap shrink gap="0 xs" className={css.filters}>
            <FilterChoices filters={filters} onChange={change} />
          </Row>
          <div className={css.own}>
            <CustomPeriodFields
              period={filters.period}
              onChange={(period) => change({ ...filters, period })}
            />
          </div>
          <Summary deliveries={deliveries} list={list} sentAgain={sentAgain} />
        </>
      )}
      <Card>
        <Found
          {...{ at, deliveries, list, sendTest }}
          isFilteredOut={isFiltered(filters)}
          onShowAll={() => change({ event: undefined, status: undefined, period: anyTime })}
        />
      </Card>
      {deliveries.isFull && (
        <Text mt="md" size="md" dim>
          {text.tooMany}
        </Text>
      )}
      {!deliveries.isFull && (deliveries.hasMore || deliveries.isGrowing) && (
        <Button mt={12} variant="default" loading={deliveries.isGrowing} onClick={deliveries.showMore}>
          {text.showMore}
        </Button>
      )}
      <Dialog isOpen={asked === 'test'} title={text.testTitle} onClose={close}>
        <TestForm at={at} onClose={close} onSent={({ id }) => navigate(pathOfDelivery(at, id))} />
      </Dialog>
      <Dialog isOpen={asked === 'failed'} title={text.againTitle} onClose={close}>
        <FailedForm
          {...{ at, filters }}
          onClose={close}
          onSent={(count) => {
            close();
            setSentAgain(count);
            deliveries.reload();
          }}
        />
      </Dialog>
    </>
  );
}

type SummaryProps = {
  deliveries: Deliveries;
  list: RefObject<HTMLUListElement | null>;
  sentAgain: number | undefined;
};

/** The number of deliveries, and of new ones that are not shown yet; its height is constant. */
function Summary({ deliveries, list, sentAgain }: SummaryProps) {
  const text = useText('deliveries');
  const language = useLanguage();
  const { value, total, fresh, error, isBehind } = deliveries;
  return (
    <Row gap="xs lg" wrap align="center" p="sm 0" tall={44} className={css.summary}>
      <Text as="span" size="md" dim tabular>
        {value && !isBehind && `${text.total(total)}, ${text.zone(zoneText(language))}`}
      </Text>
      <SavedNote>
        {sentAgain !== undefined && (sentAgain > 0 ? text.againDone(sentAgain) : text.againNone)}
      </SavedNote>
      {value && error !== undefined && <StaleNote of="list" onAgain={deliveries.reload} />}
      {fresh > 0 && (
        <Button
          className={css.fresh}
          size="compact-sm"
          variant="light"
          onClick={() => {
            deliveries.showFresh();
            requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('a')?.focus());
          }}
        >
          {text.fresh(fresh)}
        </Button>
      )}
    </Row>
  );
}

type FoundProps = {
  at: WebhookAt;
  deliveries: Deliveries;
  list: RefObject<HTMLUListElement | null>;
  /** The action of an empty list. */
  sendTest: ReactNode;
  isFilteredOut: boolean;
  onShowAll: () => void;
};

function Found({ at, deliveries, list, sendTest, isFilteredOut, onShowAll }: FoundProps) {
  const text = useText('deliveries');
  const { value, items, error, isBehind, reload } = deliveries;
  const rooms = useRoomNames(at.spaceId);
  if (!value) return error === undefined ? <RowsSkeleton /> : <LoadFailed onAgain={reload} />;
  if (isBehind && error !== undefined) return <LoadFailed onAgain={reload} />;
  if (items.length > 0) {
    return (
      <Rows ref={list} label={text.list} isBehind={isBehind}>
        {items.map((delivery) => (
          <DeliveryRow key={delivery.id} at={at} delivery={delivery} roomName={rooms.get(delivery.roomId)} />
        ))}
      </Rows>
    );
  }
  if (isBehind) return <RowsSkeleton />;
  if (!isFilteredOut) {
    return (
      <EmptyState icon={IconSend2} title={text.emptyTitle} text={text.emptyText}>
        {sendTest}
      </EmptyState>
    );
  }
  return (
    <div role="status">
      <EmptyState icon={IconSearchOff} title={text.nothingTitle} text={text.nothingText}>
        <Button variant="default" onClick={onShowAll}>
          {text.clearFilters}
        </Button>
      </EmptyState>
    </div>
  );
}
