import { Link } from '@tanstack/react-router'
import { memo, useId } from 'react'
import type { ListedEstimate } from '#client/lib/api.ts'
import type { ListSearch } from '#client/lib/search-params/list-search.ts'
import { ContactLinks } from '../ui/contact-links.tsx'
import { EstimateBadges } from '../ui/estimate-badges.tsx'
import { EstimateFacts } from '../ui/estimate-facts.tsx'
import { EstimateTexts } from '../ui/estimate-texts.tsx'
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
          <EstimateBadges {...estimate} />
        </div>
        <ContactLinks email={estimate.email} phone={estimate.phone} />
      </div>
      <EstimateFacts estimate={estimate} aligned />
      <EstimateTexts estimate={estimate} heading="h4" />
    </article>
  )
})
