import { useText } from '../../../i18n/language.ts';
import { Pill, Row } from '../../../ui/layout/layout.tsx';
import { layers as allLayers, type Layer } from '../model/bars.ts';
import css from './call.module.css';

type Props = { layers: readonly Layer[]; onChange: (layers: readonly Layer[]) => void };

/** The legend of the presence lines; each layer is a switch. */
export function LayerChoice({ layers, onChange }: Props) {
  const text = useText('callReport');
  return (
    <Row as="fieldset" wrap gap="sm" p="0 lg" aria-label={text.layersLabel}>
      <Pill as="span">
        <span className={css.swatch} style={{ background: 'var(--layer-online)' }} aria-hidden />
        {text.online}
      </Pill>
      {allLayers.map((layer) => {
        const isOn = layers.includes(layer);
        return (
          <Pill
            key={layer}
            frame={isOn ? 'line-strong' : 'line'}
            ground={isOn ? 'fill' : undefined}
            dim={!isOn}
            aria-pressed={isOn}
            onClick={() =>
              onChange(allLayers.filter((one) => (one === layer ? !isOn : layers.includes(one))))
            }
          >
            <span className={css.swatch} style={{ background: `var(--layer-${layer})` }} aria-hidden />
            {text[layer]}
          </Pill>
        );
      })}
    </Row>
  );
}
