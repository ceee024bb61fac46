import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { errorReason } from '#client/lib/api-error.ts'
import { Form } from '../ui/form.tsx'
import { ConfirmIdentity } from './confirm-identity.tsx'

type ChangeFormProps<Values> = {
  form: UseFormReturnType<Values>
  button: string
  /** Sends the change, and closes the dialog afterwards. */
  send: (values: Values) => Promise<void>
  onCancel: () => void
  children: ReactNode
}

/** The form of a dialog about people. If the last proof of identity is too old, it asks for one and sends again. */
export function ChangeForm<Values>({ send, ...props }: ChangeFormProps<Values>) {
  const [proof, setProof] = useState<'none' | 'needed' | 'given'>('none')

  async function sendOrAsk(values: Values): Promise<void> {
    try {
      await send(values)
    } catch (error) {
      if (errorReason(error) !== 'proof_required') throw error
      setProof('needed')
    }
  }

  if (proof === 'needed') return <ConfirmIdentity onProved={() => setProof('given')} onCancel={props.onCancel} />
  return <Form {...props} send={sendOrAsk} sendsOnMount={proof === 'given'} />
}
