import { NativeSelect, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { showSuccess } from '#client/components/toasts.tsx'
import { api } from '#client/lib/api.ts'
import { errorCode } from '#client/lib/api-error.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { emailsGoToFiles } from '#client/lib/page-hints.ts'
import { displayName } from '#shared/account.ts'
import { type Person, roleLabel, type StaffRole, staffRoles } from '#shared/people.ts'
import { useStaff } from '../layout/staff-context.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { openCountText } from './people-labels.ts'
import { RoleChoice } from './role-choice.tsx'

export type PersonTask = {
  readonly kind: 'role' | 'revoke' | 'reset-factor' | 'invite-again' | 'withdraw'
  readonly person: Person
}

type PersonDialogProps = {
  task: PersonTask
  /** The people who may take over the open requests. */
  people: readonly Person[]
  onDone: () => void
  onClose: () => void
}

type TaskProps = Omit<PersonDialogProps, 'task'> & { person: Person }

export function PersonDialog({ task: { kind, person }, ...props }: PersonDialogProps) {
  switch (kind) {
    case 'role':
      return <RoleDialog person={person} {...props} />
    case 'revoke':
      return <RevokeDialog person={person} {...props} />
    default:
      return <PlainDialog kind={kind} person={person} {...props} />
  }
}

/** A role of a newer version can't be chosen. */
function getSeenRole({ role }: Person): StaffRole {
  return staffRoles.find((known) => known === role) ?? 'staff'
}

/** The list then shows the result, also after a failure. */
async function withReload(onDone: () => void, change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (errorCode(error) === 'CONFLICT' || errorCode(error) === 'NOT_FOUND') onDone()
    throw error
  }
  onDone()
}

function RoleDialog({ person, onDone, onClose }: TaskProps) {
  const { email: own } = useStaff()
  const { people } = api.useUtils().client
  // The person as the dialog opened; the list may reload behind it.
  const [seenRole] = useState(() => getSeenRole(person))
  const form = useForm({ initialValues: { role: seenRole, confirmation: '' } })
  const { role } = form.values
  const isOwn = person.email === own
  const isOwnLoss = isOwn && seenRole === 'admin' && role !== 'admin'

  async function send({ confirmation: typed }: typeof form.values): Promise<void> {
    if (role !== seenRole) {
      const confirmation = isOwnLoss ? { confirmation: typed } : {}
      await withReload(onDone, async () => {
        await people.changeRole.mutate({ userId: person.id, seenRole, role, ...confirmation })
      })
      showSuccess({ title: 'Role changed', message: `${displayName(person)} has the role ${roleLabel(role)} now.` })
      if (isOwn) void auth.reload()
    }
  }

  return (
    <ChangeDialog title={`Role of ${displayName(person)}`} form={form} button="Save" send={send} onClose={onClose}>
      <RoleChoice {...form.getInputProps('role')} />
      <Text c="dimmed" size="sm">
        {person.invitation
          ? 'The invitation stays valid.'
          : `It takes effect at once. ${isOwn ? 'You' : 'They'} get an email about it.`}
      </Text>
      {person.isInSettings && role !== 'admin' && <SettingsNote />}
      {isOwnLoss && <OwnLoss email={own} {...form.getInputProps('confirmation')} />}
    </ChangeDialog>
  )
}

function RevokeDialog({ person, people: all, onDone, onClose }: TaskProps) {
  const { email: own } = useStaff()
  const { people } = api.useUtils().client
  const { data } = api.people.openEstimates.useQuery({ userId: person.id }, { staleTime: 0 })
  const [seenRole] = useState(() => getSeenRole(person))
  const form = useForm({ initialValues: { successorId: '', confirmation: '' } })
  const isOwn = person.email === own

  async function send({ successorId, confirmation: typed }: typeof form.values): Promise<void> {
    const confirmation = isOwn ? { confirmation: typed } : {}
    await withReload(onDone, async () => {
      const input = { userId: person.id, seenRole, successorId: successorId || null, ...confirmation }
      const { handedOver } = await people.revoke.mutate(input)
      const requests = handedOver === 0 ? '' : ` ${openCountText(handedOver)} handed over.`
      showSuccess({ title: 'Access revoked', message: `${displayName(person)} is signed out everywhere.${requests}` })
    })
    if (isOwn) void auth.reload()
  }

  return (
    <ChangeDialog
      title={`Revoke the access of ${displayName(person)}?`}
      form={form}
      button="Revoke access"
      send={send}
      onClose={onClose}
    >
      <p>
        {isOwn ? 'You are' : 'They are'} signed out everywhere at once. Notes and timelines keep the name. The account
        stays, without access.
      </p>
      {data && data.open > 0 && (
        <NativeSelect
          label={`Who takes over ${openCountText(data.open)}?`}
          data={[
            { value: '', label: 'No one yet (unassigned)' },
            ...all
              .filter(({ id: other }) => other !== person.id)
              .map((other) => ({ value: other.id, label: displayName(other) })),
          ]}
          {...form.getInputProps('successorId')}
        />
      )}
      {data?.open === 0 && (
        <Text c="dimmed" size="sm">
          They have no open requests.
        </Text>
      )}
      {person.isInSettings && <SettingsNote />}
      {isOwn && <OwnLoss email={own} {...form.getInputProps('confirmation')} />}
    </ChangeDialog>
  )
}

/** The address makes an administrator only when it is confirmed for the first time. */
function SettingsNote() {
  return (
    <Text c="dimmed" size="sm">
      The server’s setting ADMIN_EMAILS names this address. The change holds all the same, but a new account with this
      address would be an administrator again. Remove it from the setting.
    </Text>
  )
}

function OwnLoss({ email, ...input }: { email: string } & TextInputProps) {
  return (
    <TextInput
      label="Type your email to confirm"
      description={`You give up your own rights, and can’t take them back. Type ${email}`}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...input}
    />
  )
}

type PlainKind = Exclude<PersonTask['kind'], 'role' | 'revoke'>

const plainWords: Readonly<
  Record<PlainKind, { title: string; text: string; button: string; done: (name: string) => string; doneTitle: string }>
> = {
  'reset-factor': {
    title: 'Reset the second factor of',
    text: 'First make sure that the request really comes from them, for example by calling. All their devices are signed out, and the password alone signs in.',
    button: 'Reset',
    doneTitle: 'Second factor reset',
    done: (name) => `${name} gets an email about it.`,
  },
  'invite-again': {
    title: 'Send the invitation again to',
    text: 'They get another email, with a link that works for 72 hours from then on.',
    button: 'Send again',
    doneTitle: 'Invitation sent',
    done: (name) => `${name} gets another link.`,
  },
  withdraw: {
    title: 'Withdraw the invitation of',
    text: 'Links that were sent stop working at once.',
    button: 'Withdraw',
    doneTitle: 'Invitation withdrawn',
    done: (name) => `${name} can’t join any more.`,
  },
}

function PlainDialog({ kind, person, onDone, onClose }: TaskProps & { kind: PlainKind }) {
  const { client } = api.useUtils()
  const form = useForm({ initialValues: {} })
  const { title, text, button, doneTitle, done } = plainWords[kind]
  const name = displayName(person)

  async function change(): Promise<void> {
    const input = { userId: person.id }
    if (kind === 'reset-factor') await client.secondFactor.reset.mutate(input)
    else if (kind === 'invite-again') await client.people.inviteAgain.mutate(input)
    else await client.people.withdraw.mutate(input)
  }

  async function send(): Promise<void> {
    await withReload(onDone, change)
    showSuccess(
      kind === 'withdraw' || !emailsGoToFiles()
        ? { title: doneTitle, message: done(name) }
        : {
            title: doneTitle.replace('sent', 'saved to a file'),
            message: `The email to ${name} is a file on the server.`,
          },
    )
  }

  return (
    <ChangeDialog title={`${title} ${name}?`} form={form} button={button} send={send} onClose={onClose}>
      <p>{text}</p>
    </ChangeDialog>
  )
}
