import { useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { company } from '#shared/company.ts'
import styles from './second-factor.module.css'
import { StepHeading } from './step-heading.tsx'

type RecoveryCodesProps = { codes: readonly string[]; email: string; level?: 2 | 3; onDone: () => void }

/** Shows the codes once: the server has only digests. */
export function RecoveryCodes({ codes, email, level = 3, onDone }: RecoveryCodesProps) {
  const [message, setMessage] = useState('')

  const text = `Recovery codes for ${email} at ${company.name}\nEach works once, in place of the code from your app or your passkey.\n\n${codes.join('\n')}\n`

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setMessage('Copied.')
    } catch {
      setMessage('Your browser didn’t let us copy them. Select the codes, or download them.')
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
      <StepHeading level={level}>Save your recovery codes</StepHeading>
      <p>
        If you lose your phone or key, a code lets you in. Each works once. Keep them where you keep passwords, or on
        paper. <strong>They are shown only now.</strong>
      </p>
      <div className={styles.printed}>
        <p className={styles.small}>
          Recovery codes for {email} at {company.name}
        </p>
        <ol className={styles.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <div className={styles.buttons}>
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
      <div className={styles.buttons}>
        <button type="button" className={buttonClass('primary', 'compact')} onClick={onDone}>
          I have saved them
        </button>
      </div>
    </div>
  )
}
