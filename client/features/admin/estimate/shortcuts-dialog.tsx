import { type RefObject, useId } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import checkbox from '../ui/checkbox.module.css'
import dialogStyles from '../ui/dialog.module.css'
import fields from '../ui/fields.module.css'
import { paletteKeys } from '../ui/shortcut-keys.tsx'
import styles from './shortcuts-dialog.module.css'
import { shortcuts } from './use-shortcuts.ts'

type ShortcutsDialogProps = {
  ref: RefObject<HTMLDialogElement | null>
  enabled: boolean
  onEnabled: (enabled: boolean) => void
}

/** Shortcuts can be switched off, since speech input presses keys by accident (WCAG 2.1.4). */
export function ShortcutsDialog({ ref, enabled, onEnabled }: ShortcutsDialogProps) {
  const headingId = useId()
  return (
    <dialog ref={ref} className={`${dialogStyles.dialog} ${styles.wide}`} aria-labelledby={headingId}>
      <h2 id={headingId}>Shortcuts</h2>
      <dl className={styles.keys}>
        <div>
          <dt>
            {paletteKeys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>Search, or run an action</dd>
        </div>
        {shortcuts.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className={`${fields.choice} ${styles.choice}`}>
        <input
          type="checkbox"
          className={checkbox.checkbox}
          checked={enabled}
          onChange={(event) => onEnabled(event.currentTarget.checked)}
        />
        Use keyboard shortcuts
      </label>
      <form method="dialog">
        <button type="submit" className={buttonClass('quiet', 'compact')}>
          Close
        </button>
      </form>
    </dialog>
  )
}
