import { useEffect, useRef, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { company } from '#shared/company.ts'
import styles from './second-factor.module.css'

type RecoveryCodesProps = { codes: readonly string[]; email: string; done: string; onDone: () => void }

/** Shows the codes once: the server has only digests. */
export function RecoveryCodes({ codes, email, done, onDone }: RecoveryCodesProps) {
  const [message, setMessage] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const text = `Recovery codes for ${email} at ${company.name}\nEach works once, in place of the code from your app or your passkey.\n\n${codes.join('\n')}\n`

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setMessage('Copied.')
    } catch {
      setMessage("Your browser didn't let us copy them. Select the codes, or download them.")
    }
  }

  function download(): void {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = 'recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(url)
    setMessage('Downloaded.')
  }

  return (
    <div className={styles.stack}>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        Save your recovery codes
      </h3>
      <p>
        When you have lost your phone or key, a code lets you in. Each works once. Keep them where you keep passwords,
        or on paper. <strong>They are shown only now.</strong>
      </p>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={`${styles.buttons} ${styles.noPrint}`}>
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={download}>
          Download
        </button>
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => window.print()}>
          Print
        </button>
      </div>
      <p role="status" className={`${styles.small} ${styles.status}`}>
        {message}
      </p>
      <div className={`${styles.buttons} ${styles.noPrint}`}>
        <button type="button" className={buttonClass('primary', 'compact')} onClick={onDone}>
          {done}
        </button>
      </div>
    </div>
  )
}
