import { Paper } from '@mantine/core'
import { useState } from 'react'
import { ProblemNote } from '#client/components/problem-note.tsx'
import { AddFactor } from '#client/components/second-factor/add-factor.tsx'
import { RecoveryCodes } from '#client/components/second-factor/recovery-codes.tsx'
import { useFactors } from '#client/components/second-factor/use-factors.ts'
import { showSuccess } from '#client/components/toasts.tsx'
import { sessionClient } from '#client/lib/auth/session-client.ts'
import { emailsGoToFiles } from '#client/lib/page-hints.ts'
import styles from '../account.module.css'
import { focusSection, StepPanel } from '../account-section.tsx'
import { ConfirmChange } from './confirm-change.tsx'
import { FactorList, type Task } from './factor-list.tsx'

export function SecondFactorSection({ email }: { email: string }) {
  const { factors, problem, reload } = useFactors()
  const [task, setTask] = useState<Task>()
  const [codes, setCodes] = useState<readonly string[]>()

  if (!factors)
    return problem === undefined ? (
      <p role="status">One moment…</p>
    ) : (
      <ProblemNote text={problem} onRetry={() => void reload()} />
    )

  function finish(message?: string): void {
    setTask(undefined)
    setCodes(undefined)
    const told = emailsGoToFiles() ? 'The email about it was saved to a file.' : 'We sent you an email about it.'
    if (message !== undefined) showSuccess({ title: message, message: told })
    // The button that was pressed is gone.
    focusSection('second-factor')
    void reload()
  }

  const common = { email, factors, onCancel: () => finish() }
  if (codes)
    return (
      <Paper className={styles.panel}>
        <RecoveryCodes codes={codes} email={email} onDone={() => finish()} />
      </Paper>
    )
  switch (task?.kind) {
    case 'add-app':
    case 'add-passkey': {
      const kind = task.kind === 'add-app' ? 'app' : 'passkey'
      return (
        <StepPanel title={kind === 'app' ? 'Set up an authenticator app' : 'Add a passkey'}>
          <AddFactor
            kind={kind}
            {...common}
            onAdded={({ recoveryCodes }) => {
              finish(kind === 'app' ? 'Your app is set up' : 'Your passkey was added')
              if (recoveryCodes) setCodes(recoveryCodes)
            }}
          />
        </StepPanel>
      )
    }
    case 'remove-app':
      return (
        <ConfirmChange
          {...common}
          question="Remove the authenticator app?"
          consequence="Its codes stop working at once."
          confirm="Remove the app"
          failed="App Not Removed"
          change={async () => {
            await sessionClient.secondFactor.removeApp.mutate()
            finish('The app was removed')
          }}
        />
      )
    case 'remove-passkey':
      return (
        <ConfirmChange
          {...common}
          question={`Remove the passkey “${task.name}”?`}
          consequence="It stops working here at once. Delete it on your device, too."
          confirm="Remove the passkey"
          failed="Passkey Not Removed"
          change={async () => {
            await sessionClient.secondFactor.removePasskey.mutate({ id: task.id })
            finish('The passkey was removed')
          }}
        />
      )
    case 'make-codes':
      return (
        <ConfirmChange
          {...common}
          question="Make new recovery codes?"
          consequence="All earlier codes stop working."
          confirm="Make new codes"
          failed="No New Codes"
          change={async () => setCodes((await sessionClient.secondFactor.makeRecoveryCodes.mutate()).recoveryCodes)}
        />
      )
    case undefined:
      return <FactorList factors={factors} onTask={setTask} />
  }
}
