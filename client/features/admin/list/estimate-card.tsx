import { memo, useId } from 'react'
import type { ListedEstimate } from '#client/lib/api.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { WorkChips } from '../layout/work-chips.tsx'
import { ContactLinks } from '../ui/contact-links.tsx'
import { EstimateBadges } from '../ui/estimate-badges.tsx'
import { EstimateTexts } from '../ui/estimate-texts.tsx'
import { reasonLabels } from '../ui/quarantine-labels.ts'
import { CardFacts } from './card-facts.tsx'
import styles from './estimate-card.module.css'
import { EstimateLink } from './estimate-link.tsx'

type EstimateCardProps = { estimate: ListedEstimate; search: ListSearch }

export const EstimateCard = memo(function EstimateCard({ estimate, search }: EstimateCardProps) {
  const nameId = useId()
  return (
    <article aria-labelledby={nameId} className={`${styles.card} ${estimate.urgent ? styles.urgent : ''}`}>
      <div className={styles.top}>
        <div className={styles.who}>
          <h3 id={nameId} className={styles.name}>
            <EstimateLink estimate={estimate} search={search} />
          </h3>
          <EstimateBadges {...estimate}>
            <WorkChips {...estimate} />
          </EstimateBadges>
        </div>
        {!estimate.erasedAt && <ContactLinks email={estimate.email} phone={estimate.phone} compact />}
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
