import { memo, useId } from 'react'
import type { ListedEstimate } from '#client/lib/api.ts'
import badge from './badge.module.css'
import { ContactLinks } from './contact-links.tsx'
import styles from './estimate-card.module.css'
import { EstimateFacts } from './estimate-facts.tsx'
import { StatusBadge } from './status-badge.tsx'

/** One request as a card. Nothing on it changes anything. */
export const EstimateCard = memo(function EstimateCard({ estimate }: { estimate: ListedEstimate }) {
  const nameId = useId()
  return (
    <article aria-labelledby={nameId} className={estimate.urgent ? `${styles.card} ${styles.urgent}` : styles.card}>
      <div className={styles.top}>
        <div className={styles.who}>
          <h3 id={nameId} className={styles.name}>
            <bdi>{estimate.name}</bdi>
          </h3>
          <div className={styles.badges}>
            {estimate.urgent && <span className={`${badge.badge} ${badge.urgent}`}>Urgent</span>}
            <StatusBadge status={estimate.status} />
          </div>
        </div>
        <ContactLinks email={estimate.email} phone={estimate.phone} />
      </div>
      <EstimateFacts estimate={estimate} />
      <Texts description={estimate.projectDescription} requirements={estimate.specificRequirements} />
    </article>
  )
})

function Texts({ description, requirements }: { description: string | null; requirements: string | null }) {
  if (!description && !requirements) return null
  return (
    <div className={styles.texts}>
      {description && <Text label="Description" text={description} />}
      {requirements && <Text label="Requirements" text={requirements} />}
    </div>
  )
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <div className={styles.text}>
      <h4>{label}</h4>
      {/* Whoever writes from right to left is read so. */}
      <p dir="auto">{text}</p>
    </div>
  )
}
