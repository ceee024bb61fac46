import { useState } from 'react'
import type { SecondFactorCalls } from '#client/lib/second-factor-calls.ts'
import type { FactorAdded } from '#shared/second-factor.ts'
import { AddPasskey } from './add-passkey.tsx'
import { ProveIdentity } from './prove-identity.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpApp } from './set-up-app.tsx'
import { type Factors, isProved } from './use-factors.ts'

type AddFactorProps = {
  kind: 'app' | 'passkey'
  calls: SecondFactorCalls
  email: string
  factors: Factors
  /** The text of the button below the recovery codes. */
  done: string
  onDone: () => void
}

/** Everything from the proof of identity to the recovery codes. */
export function AddFactor({ kind, calls, email, factors, done, onDone }: AddFactorProps) {
  const [proved, setProved] = useState(() => isProved(factors))
  const [codes, setCodes] = useState<readonly string[]>()

  function added({ recoveryCodes }: FactorAdded): void {
    if (recoveryCodes) setCodes(recoveryCodes)
    else onDone()
  }

  if (codes) return <RecoveryCodes codes={codes} email={email} done={done} onDone={onDone} />
  if (!proved)
    return (
      <ProveIdentity
        calls={calls}
        email={email}
        hasPasskey={factors.passkeys.length > 0}
        onProved={() => setProved(true)}
      />
    )
  const Form = kind === 'app' ? SetUpApp : AddPasskey
  return <Form calls={calls} onAdded={added} onProofRequired={() => setProved(false)} />
}
