import { TextInput } from '@mantine/core'
import type * as z from 'zod/mini'
import { AccountForm } from '#client/components/account-form.tsx'
import { hideError, showError } from '#client/components/toasts.tsx'
import { useAccountForm } from '#client/components/use-account-form.ts'
import { errorReason, fieldErrors } from '#client/lib/api-error.ts'
import { passkeyProblem } from '#client/lib/auth/passkey-problem.ts'
import { sessionClient } from '#client/lib/auth/session-client.ts'
import { type FactorAdded, maxPasskeyName, passkeyNameSchema } from '#shared/second-factor.ts'
import styles from './second-factor.module.css'

type AddPasskeyProps = {
  onAdded: (added: FactorAdded) => void
  onProofRequired: () => void
  onCancel?: (() => void) | undefined
}

/** Asks for a name, then shows the browser's prompt. */
export function AddPasskey({ onAdded, onProofRequired, onCancel }: AddPasskeyProps) {
  const form = useAccountForm(passkeyNameSchema, { name: deviceName() })

  async function add({ name }: z.output<typeof passkeyNameSchema>): Promise<Record<string, string>> {
    hideError()
    try {
      const { createPasskey } = await import('#client/lib/auth/passkeys.ts')
      const response = await createPasskey(await sessionClient.secondFactor.newPasskeyOptions.mutate())
      onAdded(await sessionClient.secondFactor.addPasskey.mutate({ name, response }))
      return {}
    } catch (error) {
      if (errorReason(error) === 'proof_required') {
        onProofRequired()
        return {}
      }
      const byField = fieldErrors(error)
      if (Object.keys(byField).length === 0) showError({ title: 'Passkey Not Added', message: passkeyProblem(error) })
      return byField
    }
  }

  return (
    <div className={styles.stack}>
      <p className={styles.note}>
        Your browser asks next where to keep the passkey: on this device, on your phone, or on a security key. You
        unlock it as you unlock that device.
      </p>
      <AccountForm
        form={form}
        send={add}
        button={{ text: 'Add the passkey', busyText: 'Waiting for your device...' }}
        onCancel={onCancel}
      >
        <TextInput
          {...form.getInputProps('name')}
          id="passkey-name"
          label="Name"
          description="Tells your passkeys apart, for instance “Office PC”."
          autoComplete="off"
          maxLength={maxPasskeyName}
        />
      </AccountForm>
    </div>
  )
}

/** A first guess, which the user may change. */
function deviceName(): string {
  const { userAgent } = navigator
  const known = [
    ['iPhone', 'iPhone'],
    ['iPad', 'iPad'],
    ['Android', 'Android phone'],
    ['Macintosh', 'Mac'],
    ['Windows', 'Windows PC'],
    ['Linux', 'Linux PC'],
  ] as const
  return known.find(([part]) => userAgent.includes(part))?.[1] ?? 'My device'
}
