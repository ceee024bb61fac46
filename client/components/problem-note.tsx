import { buttonClass } from './button-class.ts'
import styles from './problem-note.module.css'

type ProblemNoteProps = { text: string; onRetry: () => void; className?: string | undefined }

/** Says why a part of a page did not load, and tries again. */
export function ProblemNote({ text, onRetry, className = '' }: ProblemNoteProps) {
  return (
    <div className={`${styles.note} ${className}`} role="alert">
      <p>{text}</p>
      <button type="button" className={buttonClass('quiet', 'compact')} onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
