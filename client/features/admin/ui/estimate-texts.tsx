import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
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

export function EstimateTexts({ estimate, heading: Heading, clamped = false }: EstimateTextsProps) {
  const texts = textNames.flatMap((name) => (estimate[name] ? [{ name, text: estimate[name] }] : []))
  if (texts.length === 0) return null
  return (
    <div className={clamped ? `${styles.texts} ${styles.clamped}` : styles.texts}>
      {texts.map(({ name, text }) => {
        const label = estimateFields[name].staffLabel
        return (
          <div key={name} className={`${styles.text} ${styles[name] ?? ''}`}>
            <Heading className={styles.label}>{label}</Heading>
            {/* The text may be right-to-left. */}
            {clamped ? <p dir="auto">{text}</p> : <FoldedText label={label}>{text}</FoldedText>}
          </div>
        )
      })}
    </div>
  )
}

type FoldedTextProps = {
  label: string
  className?: string | undefined
  /** Whether it stands in a narrow column also in wide windows. */
  isNarrow?: boolean
  children: ReactNode
}

/**
 * Phones and narrow columns show twelve lines until the button is pressed. Screen readers and searches have the whole
 * text.
 */
export function FoldedText({ label, className = '', isNarrow = false, children }: FoldedTextProps) {
  const paragraph = useRef<HTMLParagraphElement>(null)
  const [isCut, setCut] = useState(false)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    const { current: element } = paragraph
    if (!element) return
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return (
    <>
      <p
        ref={paragraph}
        dir="auto"
        className={isOpen ? className : `${isNarrow ? styles.column : styles.folded} ${className}`}
      >
        {children}
      </p>
      {(isCut || isOpen) && (
        // A stack would stretch the button.
        <div className={isNarrow ? undefined : styles.more}>
          <Button variant="default" mt="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show less' : 'Show more'}
            <span className="unseen"> of {label}</span>
          </Button>
        </div>
      )}
    </>
  )
}
