import { Button, Checkbox, type CheckboxGroupProps, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { Spinner } from '#client/components/spinner.tsx'
import { showSuccess } from '#client/components/toasts.tsx'
import { api, type FoundPerson } from '#client/lib/api.ts'
import { errorCode, failureMessage } from '#client/lib/api-error.ts'
import { erasureWord, isErasureConfirmed, maxPersonEstimates, type PersonExportFormat } from '#shared/erasure.ts'
import { optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { formatDay, formatWholeNumber } from '#shared/formatting.ts'
import { ErrorText, Form } from '../ui/form.tsx'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { estimateCountLabel } from '../ui/work-labels.ts'

type ErasePersonDialogProps = { id: string; onClose: () => void }

/** Shows the stored data of an estimate's person, to export or to erase it. */
export function ErasePersonDialog({ id, onClose }: ErasePersonDialogProps) {
  const person = api.privacy.person.useQuery({ id }, { gcTime: 0, retry: 1 })
  return (
    <ModalDialog title="Personal data" onClose={onClose}>
      {(close) => {
        if (person.data && !person.isFetching)
          return <PersonForm id={id} person={person.data} onLookAgain={() => void person.refetch()} onClose={close} />
        if (person.isFetching)
          return (
            <Group gap="xs" mt="sm" role="status">
              <Spinner /> <p>Looking for everything of this person…</p>
            </Group>
          )
        return (
          <Stack mt="sm">
            <p role="alert">{failureMessage(person.error)}</p>
            <Group gap="xs">
              <Button onClick={() => void person.refetch()}>Try again</Button>
              <Button variant="default" onClick={close}>
                Close
              </Button>
            </Group>
          </Stack>
        )
      }}
    </ModalDialog>
  )
}

type PersonFormProps = { id: string; person: FoundPerson; onLookAgain: () => void; onClose: () => void }

function PersonForm({ id, person, onLookAgain, onClose }: PersonFormProps) {
  const utils = api.useUtils()
  // Something has come in since the person was looked up.
  const [isStale, setStale] = useState(false)
  const form = usePersonForm(person)
  const { estimateIds } = form.values
  const count = estimateCountLabel(estimateIds.length)

  async function erase(values: typeof form.values): Promise<void> {
    const otherIds = person.estimates.map((estimate) => estimate.id).filter((found) => !estimateIds.includes(found))
    try {
      const { erased } = await utils.client.privacy.erasePerson.mutate({ id, otherIds, ...values })
      showSuccess({ title: 'Data erased', message: erasedText(erased) })
    } catch (error) {
      setStale(errorCode(error) === 'CONFLICT')
      throw error
    }
    onClose()
    for (const shown of [utils.estimates, utils.admin, utils.savedViews]) void shown.invalidate()
  }

  return (
    <Form
      form={form}
      button={isStale ? 'Look again' : `Erase ${count}`}
      busyButton="Erasing…"
      send={isStale ? async () => onLookAgain() : erase}
      onCancel={onClose}
    >
      <Choices label="Requests" description={matchText(person.estimates)} {...form.getInputProps('estimateIds')}>
        {person.estimates.map((estimate) => (
          <EstimateChoice key={estimate.id} {...estimate} />
        ))}
      </Choices>
      {person.views.length > 0 && (
        <Choices
          label="Saved views"
          description="They may name this person. Check those to delete."
          {...form.getInputProps('viewIds')}
        >
          {person.views.map((view) => (
            <ViewChoice key={view.id} {...view} />
          ))}
        </Choices>
      )}
      {person.hasMore && (
        <p>There are more than {maxPersonEstimates}. Erase these first; the others can be found from one of them.</p>
      )}
      {person.account && (
        <p>
          {person.account.isStaff
            ? `The address ${person.account.email} belongs to one of your staff. That account stays; Privacy has how to erase it.`
            : `The account of ${person.account.email} on the website goes with them.`}
        </p>
      )}
      <CopySection id={id} estimateIds={estimateIds} />
      <Stack gap="xs">
        <Title>Erase</Title>
        <p>
          {`Names, addresses, phone numbers, texts, notes and unsent emails of ${count} are erased for good. Reports keep their numbers. Backups keep the data until they are deleted.`}
        </p>
      </Stack>
      <TextInput
        label={`Type ${person.reference} or ${erasureWord} to confirm`}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('confirmation')}
      />
    </Form>
  )
}

function usePersonForm({ estimates, reference }: FoundPerson) {
  return useForm<{ estimateIds: string[]; viewIds: string[]; confirmation: string }>({
    initialValues: {
      // The same name alone may be another person's.
      estimateIds: estimates.flatMap(({ id, matchedBy }) => (matchedBy === 'name' ? [] : [id])),
      viewIds: [],
      confirmation: '',
    },
    validate: {
      confirmation: (typed) => (isErasureConfirmed(typed, reference) ? null : `Type ${reference} or ${erasureWord}.`),
    },
  })
}

function erasedText(count: number): string {
  return count === 1
    ? 'The request no longer says whose it was.'
    : `${estimateCountLabel(count)} no longer say whose they were.`
}

function matchText(estimates: FoundPerson['estimates']): string {
  const matched = estimates.filter(({ matchedBy }) => matchedBy !== 'name').length
  const others =
    matched === 1
      ? 'No other requests from this email or phone.'
      : `${estimateCountLabel(matched)} from this email or phone. Clear the box of someone else’s.`
  return matched < estimates.length
    ? `${others} Those with only the same name are not checked. Check the ones of this person.`
    : others
}

type ChoicesProps = CheckboxGroupProps & { children: ReactNode }

function Choices({ children, ...group }: ChoicesProps) {
  return (
    <Checkbox.Group {...group}>
      <Stack component="ul" gap="xs" mt="xs">
        {children}
      </Stack>
    </Checkbox.Group>
  )
}

type FoundEstimate = FoundPerson['estimates'][number]

function EstimateChoice(estimate: FoundEstimate) {
  const { id, name, matchedBy } = estimate
  const match = `same ${matchedBy.replace('email', 'email address').replace('phone', 'phone number')}`
  return <Choice value={id} name={name} match={matchedBy === 'this' ? undefined : match} facts={factsText(estimate)} />
}

function ViewChoice({ id, name, search, owner }: FoundPerson['views'][number]) {
  const facts = [search && `“${search}”`, `by ${owner}`].filter(Boolean).join(' · ')
  return <Choice value={id} name={name} match="" facts={facts} />
}

type ChoiceProps = {
  value: string
  name: string
  /** Undefined for the estimate that this is about, which cannot be left out. */
  match: string | undefined
  facts: string
}

function Choice({ value, name, match, facts }: ChoiceProps) {
  return (
    <li>
      <Checkbox
        value={value}
        disabled={match === undefined}
        label={
          <>
            <bdi>{name}</bdi>{' '}
            <Text span size="sm" c="dimmed">
              {match}
            </Text>
            <Text span display="block" size="sm" c="dimmed">
              {facts}
            </Text>
          </>
        }
      />
    </li>
  )
}

function factsText(estimate: FoundEstimate): string {
  return [
    estimate.email,
    estimate.phone,
    optionLabel(projectTypes, estimate.projectType),
    formatDay(new Date(estimate.createdAt)),
    estimate.entries > 0 &&
      `${formatWholeNumber(estimate.entries)} timeline ${estimate.entries === 1 ? 'entry' : 'entries'}`,
    estimate.isSetAside && 'possible spam',
  ]
    .filter(Boolean)
    .join(' · ')
}

function CopySection({ id, estimateIds }: { id: string; estimateIds: readonly string[] }) {
  const { privacy } = api.useUtils().client
  const [isPreparing, setPreparing] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function download(format: PersonExportFormat): Promise<void> {
    if (isPreparing) return
    setPreparing(true)
    setFailure(undefined)
    try {
      const { url } = await privacy.createPersonExport.mutate({ id, estimateIds: [...estimateIds], format })
      // A navigation would end the stream of changes and replace the page with any error.
      Object.assign(document.createElement('a'), { href: url, download: '' }).click()
    } catch (error) {
      setFailure(failureMessage(error))
    }
    setPreparing(false)
  }

  return (
    <Stack gap="xs">
      <Title>Download a copy</Title>
      <p>For people who ask what you store. Send it only to the address above. The timeline records it.</p>
      {failure !== undefined && <ErrorText>{failure}</ErrorText>}
      <Group gap="xs">
        <Button variant="default" aria-disabled={isPreparing} onClick={() => void download('text')}>
          Download as text
        </Button>
        <Button variant="default" aria-disabled={isPreparing} onClick={() => void download('json')}>
          Download as JSON
        </Button>
      </Group>
    </Stack>
  )
}
