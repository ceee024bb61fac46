import { type ReactNode, useEffect, useRef } from 'react'
import styles from './second-factor.module.css'

/** The heading of a step that has just replaced another. It takes the focus, which would be lost with the button. */
export function StepHeading({ level = 3, children }: { level?: 2 | 3; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const Heading = `h${level}` as const
  return (
    <Heading ref={heading} tabIndex={-1} className={styles.heading}>
      {children}
    </Heading>
  )
}
