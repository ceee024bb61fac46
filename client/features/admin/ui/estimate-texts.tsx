import type { ListedEstimate } from '#client/lib/api.ts'
import { estimateFields, type FieldOfKind, staffFieldNames } from '#shared/estimates/fields.ts'
import styles from './estimate-texts.module.css'

const textNames = staffFieldNames.filter((name): name is FieldOfKind<'text'> => estimateFields[name].kind === 'text')

type EstimateTextsProps = {
  estimate: Pick<ListedEstimate, FieldOfKind<'text'>>
  heading: 'h2' | 'h3' | 'h4'
}

export function EstimateTexts({ estimate, heading }: EstimateTextsProps) {
  const texts = textNames.flatMap((name) => (estimate[name] ? [{ name, text: estimate[name] }] : []))
  if (texts.length === 0) return null
  return (
    <div className={styles.texts}>
      {texts.map(({ name, text }) => (
        <Text key={name} heading={heading} label={estimateFields[name].staffLabel} text={text} />
      ))}
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
