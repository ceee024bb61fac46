import type { ListedEstimate } from '#client/lib/api.ts'
import { estimateFields, type FieldOfKind, staffFieldNames } from '#shared/estimates/fields.ts'
import styles from './estimate-texts.module.css'

const textNames = staffFieldNames.filter((name): name is FieldOfKind<'text'> => estimateFields[name].kind === 'text')

type EstimateTextsProps = {
  estimate: Pick<ListedEstimate, FieldOfKind<'text'>>
  heading: 'h2' | 'h3' | 'h4'
  /** Shows two lines of each text; the rest stays in the page for searching and screen readers. */
  clamped?: boolean
}

export function EstimateTexts({ estimate, heading, clamped = false }: EstimateTextsProps) {
  const texts = textNames.flatMap((name) => (estimate[name] ? [{ name, text: estimate[name] }] : []))
  if (texts.length === 0) return null
  return (
    <div className={clamped ? `${styles.texts} ${styles.clamped}` : styles.texts}>
      {texts.map(({ name, text }) => (
        <Text key={name} heading={heading} name={name} text={text} />
      ))}
    </div>
  )
}

type TextProps = { heading: 'h2' | 'h3' | 'h4'; name: FieldOfKind<'text'>; text: string }

function Text({ heading: Heading, name, text }: TextProps) {
  return (
    <div className={`${styles.text} ${styles[name] ?? ''}`}>
      <Heading className={styles.label}>{estimateFields[name].staffLabel}</Heading>
      {/* The text may be right-to-left. */}
      <p dir="auto">{text}</p>
    </div>
  )
}
