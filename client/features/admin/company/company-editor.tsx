import { Alert, Button, Group, NativeSelect, Paper, Stack, Title } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { focusField } from '#client/components/focus-field.ts'
import type { ReadCompany } from '#client/lib/api.ts'
import { type Company, companyToSave } from '#shared/company-schema.ts'
import fields from '../intake/detail-fields.module.css'
import { LeaveDialog } from '../layout/leave-dialog.tsx'
import { useBelow } from '../layout/use-breakpoint.ts'
import { ErrorText, Form } from '../ui/form.tsx'
import { BackupRoom } from './backup-room.tsx'
import styles from './company.module.css'
import { EmailRoom } from './email-room.tsx'
import { PublishBar, Versions } from './publishing.tsx'
import { changedFields, countErrors, rooms } from './rooms.ts'
import { SchemaField } from './schema-fields.tsx'
import { useCompanyForm } from './use-company-form.ts'

/** The rooms of the company, one at a time. All of them are one form. */
export function CompanyEditor({ desk }: { desk: ReadCompany }) {
  const { room: wanted } = useSearch({ from: '/admin/company' })
  const room = rooms.find(({ id }) => id === wanted) ?? rooms[0]
  const navigate = useNavigate({ from: '/admin/company' })
  const { form, round, isChanged, isUnsaved, save, discard, conflict, keepMine } = useCompanyForm(desk)
  const area = useRef<HTMLDivElement>(null)
  const open = (id: string) => void navigate({ search: { room: id } })

  function focusWrong(): void {
    const wrong = area.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) focusField(wrong)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another room moves the focus
  useEffect(focusWrong, [room.id])

  /** The button that was pressed is gone afterward. */
  function dropChanges(): void {
    discard()
    area.current?.focus({ preventScroll: true })
  }

  function keepAndSave(): void {
    flushSync(keepMine)
    area.current?.focus({ preventScroll: true })
    area.current?.querySelector('form')?.requestSubmit()
  }

  return (
    <>
      <LeaveDialog isUnsaved={isUnsaved} />
      <div className={styles.rooms}>
        <RoomNavigation room={room} errors={form.errors} onOpen={open} />
        {room.id === 'email' && <EmailRoom />}
        {room.id === 'backups' && <BackupRoom />}
        {room.fields.length > 0 && (
          <Stack gap="lg" miw={0}>
            <Paper ref={area} tabIndex={-1} component="section" className={styles.card} aria-labelledby="room-heading">
              <Form
                form={form}
                send={save}
                button="Save"
                busyButton="Saving…"
                failure="Not saved."
                isReady={(isChanged || desk.revision === 0) && !conflict}
                labelId="room-heading"
                onErrorElsewhere={() => {
                  const [first] = wrongRooms(form.validate().errors)
                  if (first) open(first.id)
                }}
                actions={
                  isChanged && (
                    <Button variant="default" onClick={dropChanges}>
                      Discard changes
                    </Button>
                  )
                }
              >
                <Title id="room-heading">{room.label}</Title>
                <div key={`${room.id} ${round}`} className={`${fields.fields} ${styles.room}`}>
                  {room.fields.map((field) => (
                    <SchemaField key={field} form={form} schema={companyToSave.shape[field]} path={field} />
                  ))}
                </div>
                <RoomErrors room={room} errors={form.errors} onFocus={focusWrong} />
                {conflict && (
                  <Conflict {...conflict} by={desk.changedBy} onKeepMine={keepAndSave} onTakeTheirs={dropChanges} />
                )}
              </Form>
            </Paper>
            <PublishBar desk={desk} isChanged={isChanged} />
            <Versions versions={desk.versions} />
          </Stack>
        )}
      </div>
    </>
  )
}

type Room = (typeof rooms)[number]

function wrongRooms(errors: FormErrors): Room[] {
  return rooms.filter((room) => countErrors(room, errors) > 0)
}

function roomLabel(room: Room, errors: FormErrors): string {
  const wrong = countErrors(room, errors)
  return wrong === 0 ? room.label : `${room.label} (${wrong} to fix)`
}

type RoomProps = { room: Room; errors: FormErrors }

function RoomNavigation({ room, errors, onOpen }: RoomProps & { onOpen: (id: string) => void }) {
  const isNarrow = useBelow('md')
  if (isNarrow)
    return (
      <NativeSelect
        label="Part"
        data={rooms.map((other) => ({ value: other.id, label: roomLabel(other, errors) }))}
        value={room.id}
        onChange={({ target }) => onOpen(target.value)}
      />
    )
  return (
    <nav className={styles.links} aria-label="Parts of the company">
      {rooms.map((other) => (
        <Link
          key={other.id}
          to="/admin/company"
          search={{ room: other.id }}
          aria-current={other === room ? 'page' : undefined}
          activeProps={{ 'aria-current': other === room ? 'page' : undefined }}
        >
          {roomLabel(other, errors)}
        </Link>
      ))}
    </nav>
  )
}

/** Leads to what is wrong, also in the room that is open. */
function RoomErrors({ room, errors, onFocus }: RoomProps & { onFocus: () => void }) {
  const wrong = wrongRooms(errors)
  if (wrong.length === 0) return null
  return (
    <ErrorText>
      Not saved yet. Please fix:{' '}
      {wrong.map((other, index) => (
        <span key={other.id}>
          {index > 0 && ', '}
          <Link to="/admin/company" search={{ room: other.id }} onClick={() => other === room && onFocus()}>
            {roomLabel(other, errors)}
          </Link>
        </span>
      ))}
    </ErrorText>
  )
}

type ConflictProps = {
  before: Company
  after: Company
  by: string | null
  onKeepMine: () => void
  onTakeTheirs: () => void
}

function Conflict({ before, after, by, onKeepMine, onTakeTheirs }: ConflictProps) {
  return (
    <Alert role="alert" title="Somebody else changed this meanwhile.">
      <Stack gap="sm">
        <p>{by ?? 'Somebody'} saved this while you were typing. What you typed is still here.</p>
        <ul className={styles.changed}>
          {changedFields(before, after).map((changed) => (
            <li key={changed}>{changed}</li>
          ))}
        </ul>
        <p>
          “Keep mine” saves what you changed, with the rest as they left it. Where both of you changed a list, and
          entries were added, removed or moved, the list is saved as you have it.
        </p>
        <Group gap="xs">
          <Button onClick={onKeepMine}>Keep mine</Button>
          <Button variant="default" onClick={onTakeTheirs}>
            Take theirs
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
