import { Button, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { type ReactNode, useEffect, useState } from 'react'
import { HiddenUsername } from '#client/components/hidden-username.tsx'
import { proveByPasskey } from '#client/components/second-factor/prove-by-passkey.ts'
import { errorReason } from '#client/lib/api-error.ts'
import { passkeyProblem } from '#client/lib/auth/passkey-problem.ts'
import { sessionClient } from '#client/lib/auth/session-client.ts'
import { useStaff } from '../layout/staff-context.ts'
import { Form } from '../ui/form.tsx'
import { ModalDialog } from '../ui/modal-dialog.tsx'

type ChangeDialogProps<Values> = {
  title: string
  form: UseFormReturnType<Values>
  button: string
  /** Sends the change. The dialog closes afterwards. */
  send: (values: Values) => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** A dialog about people. If the last proof of identity is too old, it asks for one and sends again. */
export function ChangeDialog<Values>({ title, send, onClose, ...props }: ChangeDialogProps<Values>) {
  const [proof, setProof] = useState<'none' | 'needed' | 'given'>('none')

  async function sendOrAsk(values: Values, close: () => void): Promise<void> {
    try {
      await send(values)
      close()
    } catch (error) {
      if (errorReason(error) !== 'proof_required') throw error
      setProof('needed')
    }
  }

  return (
    <ModalDialog title={title} onClose={onClose}>
      {(close) =>
        proof === 'needed' ? (
          <ConfirmIdentity onProved={() => setProof('given')} onCancel={close} />
        ) : (
          <Form
            {...props}
            send={(values) => sendOrAsk(values, close)}
            sendsOnMount={proof === 'given'}
            onCancel={close}
          />
        )
      }
    </ModalDialog>
  )
}

type ConfirmIdentityProps = { onProved: () => void; onCancel: () => void }

/** Asks an administrator for the password or a passkey, in a dialog: toasts would be behind it. */
function ConfirmIdentity({ onProved, onCancel }: ConfirmIdentityProps) {
  const { email } = useStaff()
  const [hasPasskey, setHasPasskey] = useState(false)
  const form = useForm({ initialValues: { password: '' } })

  useEffect(() => {
    sessionClient.secondFactor.state.query().then(
      ({ passkeys }) => setHasPasskey(passkeys.length > 0),
      // The password works without knowing it.
      () => undefined,
    )
  }, [])

  async function provePasskey(): Promise<void> {
    form.clearErrors()
    try {
      await proveByPasskey()
      onProved()
    } catch (failure) {
      form.setFieldError('password', passkeyProblem(failure))
    }
  }

  return (
    <Form
      form={form}
      button="Continue"
      send={async (values) => {
        await sessionClient.secondFactor.prove.mutate(values)
        onProved()
      }}
      actions={
        hasPasskey && (
          <Button variant="default" onClick={() => void provePasskey()}>
            Use a passkey
          </Button>
        )
      }
      onCancel={onCancel}
    >
      <p>Please confirm first that it is you. Then we save your change.</p>
      <HiddenUsername email={email} />
      <TextInput
        label="Your password"
        type="password"
        autoComplete="current-password"
        // The step before it had the focus, and is gone.
        autoFocus
        {...form.getInputProps('password')}
      />
    </Form>
  )
}
