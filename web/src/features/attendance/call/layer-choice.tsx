import { useText } from '../../../i18n/language.ts';
import { Row } from '../../../ui/layout/layout.tsx';
import { layers as allLayers, type Layer } from '../model/bars.ts';
import css from './call.module.css';

type Props = { layers: readonly Layer[]; onChange: (layers: readonly Layer[]) => void };

/** The legend of the presence lines; each layer is a switch. */
export function LayerChoice({ layers, onChange }: Props) {
  const text = useText('callReport');
  return (
    <Row as="fieldset" wrap className={css.legend} aria-label={text.layersLabel}>
      <span className={css.legendItem}>
        <span className={css.swatch} style={{ background: 'var(--layer-online)' }} aria-hidden />
        {text.online}
      </span>
      {allLayers.map((layer) => {
        const isOn = layers.includes(layer);
        return (
          <button
            key={layer}
            type="button"
            className={css.legendItem}
            aria-pressed={isOn}
            onClick={() =>
              onChange(allLayers.filter((one) => (one === layer ? !isOn : layers.includes(one))))
            }
          >
            <span className={css.swatch} style={{ background: `var(--layer-${layer})` }} aria-hidden />
            {text[layer]}
          </button>
        );
      })}
    </Row>
  );
}
