import { Link } from '@tanstack/react-router'
import { memo, useId } from 'react'
import type { ListedEstimate } from '#client/lib/api.ts'
import type { ListSearch } from '#client/lib/search-params/list-search.ts'
import { WorkChips } from '../layout/work-chips.tsx'
import { ContactLinks } from '../ui/contact-links.tsx'
import { EstimateBadges } from '../ui/estimate-badges.tsx'
import { EstimateTexts } from '../ui/estimate-texts.tsx'
import { reasonLabels } from '../ui/quarantine-labels.ts'
import { CardFacts } from './card-facts.tsx'
import styles from './estimate-card.module.css'

type EstimateCardProps = {
  estimate: ListedEstimate
  search: ListSearch
}

export const EstimateCard = memo(function EstimateCard({ estimate, search }: EstimateCardProps) {
  const nameId = useId()
  return (
    <article aria-labelledby={nameId} className={estimate.urgent ? `${styles.card} ${styles.urgent}` : styles.card}>
      <div className={styles.top}>
        <div className={styles.who}>
          <h3 id={nameId} className={styles.name}>
            <Link to="/admin/estimates/$id" params={{ id: estimate.id }} state={{ fromList: true, listSearch: search }}>
              <bdi>{estimate.name}</bdi>
            </Link>
          </h3>
          <EstimateBadges {...estimate}>
            <WorkChips {...estimate} />
          </EstimateBadges>
        </div>
        <ContactLinks email={estimate.email} phone={estimate.phone} compact />
      </div>
      <CardFacts estimate={estimate} />
      <EstimateTexts estimate={estimate} heading="h4" clamped />
      {estimate.quarantineReasons.length > 0 && (
        <p className={styles.reasons}>
          <span className={styles.reasonsLabel}>Set aside:</span>{' '}
          {estimate.quarantineReasons.map((reason) => reasonLabels[reason]).join(' ')}
        </p>
      )}
    </article>
  )
})
