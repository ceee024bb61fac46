import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { reportError } from '#client/components/report-error.ts'
import { ProveIdentity } from '#client/components/second-factor/prove-identity.tsx'
import { type Factors, isProved } from '#client/components/second-factor/use-factors.ts'
import { hideError } from '#client/components/toasts.tsx'
import { errorReason } from '#client/lib/api-error.ts'
import { StepPanel } from '../account-section.tsx'

type ConfirmChangeProps = {
  email: string
  factors: Factors
  question: string
  consequence: string
  confirm: string
  failed: string
  change: () => Promise<void>
  onCancel: () => void
}

/** Asks for confirmation and, if the last proof of identity is too old, for a new one. */
export function ConfirmChange(props: ConfirmChangeProps) {
  const { email, factors, question, consequence, confirm, failed, change, onCancel } = props
  const [proved, setProved] = useState(() => isProved(factors))
  const [busy, setBusy] = useState(false)

  async function press(): Promise<void> {
    if (busy) return
    setBusy(true)
    hideError()
    try {
      await change()
    } catch (error) {
      if (errorReason(error) === 'proof_required') setProved(false)
      else reportError(failed, error)
    }
    setBusy(false)
  }

  return (
    <StepPanel title={question} note={consequence}>
      {proved ? (
        <Group gap="xs">
          <Button aria-disabled={busy} onClick={() => void press()}>
            {confirm}
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      ) : (
        <ProveIdentity
          email={email}
          hasPasskey={factors.passkeys.length > 0}
          onProved={() => setProved(true)}
          onCancel={onCancel}
        />
      )}
    </StepPanel>
  )
}
