import { useState } from 'react'
import type { FactorAdded } from '#shared/second-factor.ts'
import { AddPasskey } from './add-passkey.tsx'
import { ProveIdentity } from './prove-identity.tsx'
import { SetUpApp } from './set-up-app.tsx'
import { type Factors, isProved } from './use-factors.ts'

type AddFactorProps = {
  kind: 'app' | 'passkey'
  email: string
  factors: Factors
  /** The first factor brings recovery codes, which have to be shown. */
  onAdded: (added: FactorAdded) => void
  /** Adds a Cancel button to each step. */
  onCancel?: () => void
}

/** Asks who it is, if that is too long ago, and then for the new factor. */
export function AddFactor({ kind, email, factors, onAdded, onCancel }: AddFactorProps) {
  const [proved, setProved] = useState(() => isProved(factors))
  if (!proved)
    return (
      <ProveIdentity
        email={email}
        hasPasskey={factors.passkeys.length > 0}
        onProved={() => setProved(true)}
        onCancel={onCancel}
      />
    )
  const Form = kind === 'app' ? SetUpApp : AddPasskey
  return <Form onAdded={onAdded} onProofRequired={() => setProved(false)} onCancel={onCancel} />
}
