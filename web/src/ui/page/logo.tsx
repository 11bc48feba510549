import { createContext, useContext, useState } from 'react';
import { Row } from '../layout/layout.tsx';
import css from './logo.module.css';

/** The name of a group, and the address of its logo. */
type Brand = { name: string; logoUrl: string | null };

/** The brand whose logo pages show; null: ours; undefined: not known yet, so there is none. */
export const BrandContext = createContext<Brand | null | undefined>(null);

/** The logo and the name: those of the group whose page it is, or ours. */
export function Logo() {
  const brand = useContext(BrandContext);
  return (
    <Row as="span" inline align="center" shrink size="xl" weight={650} tone="text" gap="sm">
      {brand ? <OfGroup key={brand.logoUrl} {...brand} /> : brand === null && <Ours />}
    </Row>
  );
}

const Ours = () => (
  <>
    <img src="/icon.svg" alt="" width={28} height={28} />
    <span>Lectern</span>
  </>
);

/** The name stays where the picture cannot be loaded. */
function OfGroup({ name, logoUrl }: Brand) {
  const [isBroken, setBroken] = useState(false);
  return (
    <>
      {logoUrl && !isBroken && (
        <img src={logoUrl} alt="" className={css.picture} onError={() => setBroken(true)} />
      )}
      <span className={css.name}>{name}</span>
    </>
  );
}
