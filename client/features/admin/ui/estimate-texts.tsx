import type { ListedEstimate } from '#client/lib/api.ts'
import styles from './estimate-texts.module.css'

type EstimateTextsProps = {
  estimate: Pick<ListedEstimate, 'projectDescription' | 'specificRequirements'>
  heading: 'h2' | 'h3' | 'h4'
}

export function EstimateTexts({ estimate, heading }: EstimateTextsProps) {
  const { projectDescription, specificRequirements } = estimate
  if (!projectDescription && !specificRequirements) return null
  return (
    <div className={styles.texts}>
      {projectDescription && <Text heading={heading} label="Description" text={projectDescription} />}
      {specificRequirements && <Text heading={heading} label="Requirements" text={specificRequirements} />}
    </div>
  )
}

function Text({ heading: Heading, label, text }: { heading: 'h2' | 'h3' | 'h4'; label: string; text: string }) {
  return (
    <div className={styles.text}>
      <Heading className={styles.label}>{label}</Heading>
      {/* The text may be right-to-left. */}
      <p dir="auto">{text}</p>
    </div>
  )
}
