import { Button, Group, Text } from '@mantine/core'
import type { Factors } from '#client/components/second-factor/use-factors.ts'
import { formatDay } from '#shared/formatting.ts'
import { maxPasskeys, recoveryCodeCount } from '#shared/second-factor.ts'
import { AccountRow } from '../account-section.tsx'

export type Task =
  | { readonly kind: 'add-app' | 'remove-app' | 'add-passkey' | 'make-codes' }
  | { readonly kind: 'remove-passkey'; readonly id: string; readonly name: string }

type FactorListProps = { factors: Factors; onTask: (task: Task) => void }

export function FactorList({ factors, onTask }: FactorListProps) {
  const { app, appProblem, passkeys, recoveryCodesLeft, isRequired } = factors
  const isOn = app !== null || passkeys.length > 0
  const mayAddPasskey = passkeys.length < maxPasskeys
  const button = (task: Task, text: string, label?: string) => (
    <Button variant="default" aria-label={label} onClick={() => onTask(task)}>
      {text}
    </Button>
  )
  return (
    <>
      {!isOn && <p>Off. Add a passkey or an authenticator app to turn it on.</p>}
      <ul>
        {passkeys.map(({ id, name, createdAt, lastUsedAt, isBackedUp }) => (
          <AccountRow
            key={id}
            component="li"
            name={name}
            action={button({ kind: 'remove-passkey', id, name }, 'Remove', `Remove the passkey ${name}`)}
          >
            Passkey, added {formatDay(new Date(createdAt))}.{' '}
            <span>{lastUsedAt ? `Last used ${formatDay(new Date(lastUsedAt))}.` : 'Not used yet.'}</span>{' '}
            {isBackedUp ? 'Synced across devices.' : 'Only on this one device.'}
          </AccountRow>
        ))}
        <AccountRow
          component="li"
          name={passkeys.length > 0 ? 'Another passkey' : 'Passkey'}
          action={mayAddPasskey && button({ kind: 'add-passkey' }, 'Add a passkey')}
        >
          {mayAddPasskey
            ? 'Signs you in with your fingerprint, face or the PIN of your device, without a password.'
            : `You have ${maxPasskeys}, the most an account can have.`}
        </AccountRow>
        <AccountRow
          component="li"
          name="Authenticator app"
          action={
            <Group gap="xs">
              {appProblem === null && button({ kind: 'add-app' }, app ? 'Use another app' : 'Set up an app')}
              {app && button({ kind: 'remove-app' }, 'Remove', 'Remove the authenticator app')}
            </Group>
          }
        >
          {appProblem ??
            (app
              ? `On since ${formatDay(new Date(app.since))}. It shows six digits, which you enter after your password.`
              : 'An app on your phone shows six digits, which you enter after your password.')}
        </AccountRow>
        {isOn && (
          <AccountRow component="li" name="Recovery codes" action={button({ kind: 'make-codes' }, 'Make new codes')}>
            {`${recoveryCodesLeft} of ${recoveryCodeCount} left. A code lets you in without your phone or key.`}
          </AccountRow>
        )}
      </ul>
      {isRequired && (
        <Text size="sm" c="dimmed">
          Your role needs a second factor, so the last one can’t be removed.
        </Text>
      )}
    </>
  )
}
