import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api, type EstimateDetail } from '#client/lib/api.ts'
import { type ContactChannel, contactChannels } from '#shared/estimates/estimate-work.ts'
import { usePageActions, useStaff } from '../layout/staff-context.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { channelLabels, logLabel } from '../ui/work-labels.ts'
import { EntryForm, useEntryForm } from './entry-form.tsx'
import { mainContact } from './main-contact.ts'
import type { SheetKeys } from './sheet-keys.tsx'
import { useOffered } from './use-offered.ts'
import { beginsWork, lastContactBy, type Save } from './work-changes.ts'

const channels = contactChannels.map((value) => ({ value, label: channelLabels[value] }))

type ContactLogProps = { page: EstimateDetail; save: Save; keys: SheetKeys }

/** Takes two presses, with an optional note between them. */
export function ContactLog({ page: { estimate, work }, save, keys }: ContactLogProps) {
  const { id } = estimate
  const { channel: mainChannel, href } = mainContact(estimate)
  const choice = useRef<HTMLButtonElement>(null)
  const notes = useRef<HTMLTextAreaElement>(null)
  /** False while a restored draft waits. */
  const [isOpened, setOpened] = useState(false)
  const entry = useEntryForm(id, 'contact', save)
  const { text, channel, keepStatus } = entry.form.values
  const { undoable, offerUndo, discardUndo, undo } = useUndoContact(id, save)

  function open(chosen: ContactChannel): void {
    discardUndo()
    setOpened(true)
    entry.form.setFieldValue('channel', chosen)
    // Nothing changes where it was open.
    notes.current?.focus()
  }
  useEffect(() => {
    keys.contactForm.current = () => open(channel ?? mainChannel)
  })
  useCallAtOnce(() => {
    open(mainChannel)
    if (href) window.location.assign(href)
  })

  usePageActions(
    contactChannels.map((each) => ({
      label: logLabel(each),
      words: 'contact',
      keys: each === mainChannel ? keys.shortcut('c') : undefined,
      isMinor: each !== mainChannel,
      run: () => open(each),
    })),
  )

  async function log(chosen: ContactChannel): Promise<void> {
    await entry.send({ kind: 'contact', channel: chosen, note: text, keepStatus: keepStatus || undefined })
    choice.current?.focus()
    offerUndo(chosen)
  }

  return (
    <Stack gap="xs">
      <ChoiceButtons
        label="Log contact"
        options={channels}
        value={channel}
        focusRef={choice}
        shortcut={keys.shortcut('c')}
        onChoose={open}
      />
      {channel && (
        <EntryForm
          entry={entry}
          ref={notes}
          // What is typed next is the note, and Enter logs without one.
          autoFocus={isOpened}
          label={`${channelLabels[channel]} notes (optional)`}
          rows={2}
          sendsOnEnter
          button={logLabel(channel)}
          busyButton="Logging…"
          failure={`${channelLabels[channel]} not logged.`}
          send={() => log(channel)}
          onCancel={() => {
            entry.discard()
            choice.current?.focus()
          }}
        >
          {beginsWork(work) && (
            <Checkbox
              label="Move to In progress"
              checked={!keepStatus}
              onChange={(event) => entry.form.setFieldValue('keepStatus', !event.currentTarget.checked)}
            />
          )}
        </EntryForm>
      )}
      {undoable && (
        <Group gap="xs" role="status">
          <p>{`${channelLabels[undoable]} logged.`}</p>
          <Button
            variant="default"
            onClick={() => {
              undo()
              choice.current?.focus()
            }}
          >
            Undo
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** Calls once where the address says so, and takes it out, so that loading the page again calls no one. */
function useCallAtOnce(call: () => void): void {
  const { call: isAsked } = useSearch({ from: '/admin/estimates/$id' })
  const navigate = useNavigate()
  const hasCalled = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address calls
  useEffect(() => {
    if (!isAsked || hasCalled.current) return
    hasCalled.current = true
    void navigate({ to: '.', search: {}, replace: true, resetScroll: false })
    call()
  }, [isAsked])
}

/** Offers for ten seconds to withdraw the contact that was just logged. */
function useUndoContact(id: string, save: Save) {
  const { id: userId } = useStaff()
  const { estimates } = api.useUtils()
  const [logged, setLogged] = useOffered<{ channel: ContactChannel; contactId: string }>()

  return {
    /** The channel of the contact that can be withdrawn. */
    undoable: logged?.channel,
    offerUndo(channel: ContactChannel): void {
      const contactId = lastContactBy(userId, estimates.get.getData({ id })?.timeline ?? [])
      setLogged(contactId === undefined ? undefined : { channel, contactId })
    },
    discardUndo: () => setLogged(undefined),
    undo(): void {
      setLogged(undefined)
      if (logged) void save({ kind: 'withdrawn', contactId: logged.contactId })
    },
  }
}

export function NoteForm({ id, save }: { id: string; save: Save }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const entry = useEntryForm(id, 'note', save)
  const { text } = entry.form.values

  usePageActions([{ label: 'Add a note', words: 'comment', run: () => field.current?.focus() }])

  return (
    <EntryForm
      entry={entry}
      ref={field}
      label="Note"
      rows={2}
      button="Add note"
      busyButton="Adding…"
      variant="default"
      isReady={text.trim() !== ''}
      failure="Note not saved."
      send={() => entry.send({ kind: 'note', text })}
    />
  )
}
