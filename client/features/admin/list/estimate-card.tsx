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
import { SelectBox } from './select-box.tsx'
import type { Select } from './use-selection.ts'

export type EstimateCardProps = {
  estimate: ListedEstimate
  search: ListSearch
  selected: boolean
  onSelect: Select
}

export const EstimateCard = memo(function EstimateCard({ estimate, search, selected, onSelect }: EstimateCardProps) {
  const nameId = useId()
  const classes = [styles.card, estimate.urgent && styles.urgent, selected && styles.selected]
  return (
    <article aria-labelledby={nameId} className={classes.filter(Boolean).join(' ')}>
      <div className={styles.top}>
        <div className={styles.who}>
          <SelectBox id={estimate.id} name={estimate.name} selected={selected} onSelect={onSelect} />
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
