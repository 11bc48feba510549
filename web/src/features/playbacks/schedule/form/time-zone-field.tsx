import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import { serverClock } from '../../../../kit/server-clock.ts';
import { ownTimeZone } from '../../../../kit/time-zone.ts';
import { findZones, zoneOptions } from '../model/zone-options.ts';

/** As many options as a list shows; the search finds the others. */
const shown = 60;

type Props = {
  value: string;
  error?: string | undefined;
  onChange: (zone: string) => void;
};

/** A time zone, searched by city, offset or name. */
export function TimeZoneField({ value, error, onChange }: Props) {
  const text = useText('scheduleForm');
  const language = useLanguage();
  const options = useMemo(() => zoneOptions([value, ownTimeZone()], new Date(serverClock.now())), [value]);
  const isLabel = (search: string): boolean => options.some(({ label }) => label === search);
  return (
    <Select
      name="timezone"
      label={text.timezone}
      description={text.timezoneText}
      searchable
      openOnFocus={false}
      allowDeselect={false}
      autoComplete="off"
      limit={shown}
      data={options}
      value={value}
      error={error}
      nothingFoundMessage={text.timezoneNone}
      filter={({ search, limit }) =>
        findZones(options, isLabel(search) ? '' : search, language).slice(0, limit)
      }
      onChange={(zone) => zone !== null && onChange(zone)}
    />
  );
}
