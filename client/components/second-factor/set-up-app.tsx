import { useEffect, useState } from 'react'
import { encode } from 'uqr'
import type * as z from 'zod/mini'
import { AccountForm } from '#client/components/account-form.tsx'
import { buttonClass } from '#client/components/button-class.ts'
import { ProblemNote } from '#client/components/problem-note.tsx'
import { reportFormError } from '#client/components/report-error.ts'
import { hideError } from '#client/components/toasts.tsx'
import { useAccountForm } from '#client/components/use-account-form.ts'
import { errorReason, failureMessage } from '#client/lib/api-error.ts'
import { sessionClient } from '#client/lib/auth/session-client.ts'
import { codeSchema, type FactorAdded } from '#shared/second-factor.ts'
import { CodeField } from './code-field.tsx'
import styles from './second-factor.module.css'

type SetUpAppProps = {
  onAdded: (added: FactorAdded) => void
  /** The proof of identity is too old. */
  onProofRequired: () => void
  onCancel?: (() => void) | undefined
}

type SetUp = { readonly secret: string; readonly address: string }

/** Shows the QR code, and asks for a first code of the app. */
export function SetUpApp({ onAdded, onProofRequired, onCancel }: SetUpAppProps) {
  const [setUp, setSetUp] = useState<SetUp>()
  const [problem, setProblem] = useState<string>()
  const [attempt, setAttempt] = useState(1)
  const form = useAccountForm(codeSchema, { code: '' })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the parent's function differs at every call
  useEffect(() => {
    let isOver = false
    setProblem(undefined)
    sessionClient.secondFactor.beginApp.mutate().then(
      (begun) => {
        if (!isOver) setSetUp(begun)
      },
      (error: unknown) => {
        if (isOver) return
        if (errorReason(error) === 'proof_required') onProofRequired()
        else setProblem(failureMessage(error))
      },
    )
    return () => {
      isOver = true
    }
  }, [attempt])

  async function confirm(input: z.output<typeof codeSchema>): Promise<Record<string, string>> {
    hideError()
    try {
      onAdded(await sessionClient.secondFactor.confirmApp.mutate(input))
      return {}
    } catch (error) {
      if (errorReason(error) !== 'proof_required') return reportFormError('App Not Added', error)
      onProofRequired()
      return {}
    }
  }

  if (!setUp)
    return (
      <div className={styles.stack}>
        {problem === undefined ? (
          <p role="status">One moment…</p>
        ) : (
          <ProblemNote text={problem} onRetry={() => setAttempt((before) => before + 1)} />
        )}
        {onCancel && (
          <div>
            <button type="button" className={buttonClass('quiet', 'compact')} onClick={onCancel}>
              Cancel
            </button>
          </div>
        )}
      </div>
    )
  return (
    <div className={styles.stack}>
      <p>1. Open your authenticator app, choose to add an account, and scan this code.</p>
      <div className={styles.qr}>
        <QrCode text={setUp.address} label="QR code for your authenticator app" />
      </div>
      <div>
        <p className={styles.note}>Can’t scan it? Type this key into the app instead:</p>
        <p className={styles.secret}>{grouped(setUp.secret)}</p>
        <p className={styles.small}>
          On this phone? <a href={setUp.address}>Open the app on this device</a>
        </p>
      </div>
      <p>2. Enter the six digits that the app shows.</p>
      <AccountForm
        form={form}
        send={confirm}
        button={{ text: 'Turn it on', busyText: 'Checking...' }}
        onCancel={onCancel}
      >
        <CodeField {...form.getInputProps('code')} id="app-code" label="Code from the app" kind="app" />
      </AccountForm>
    </div>
  )
}

/** Groups of four are easier to type. */
function grouped(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ')
}

/**
 * The page draws the code itself, so that the text goes to no other service. The code is black on white in every color
 * scheme.
 */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 0 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={label}>
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
