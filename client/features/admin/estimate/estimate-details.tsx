import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import type { EstimateDetail } from '#client/lib/api.ts'
import { errorCode, failureMessage } from '#client/lib/api-error.ts'
import { answerText } from '#shared/estimates/answers.ts'
import type { EstimateField } from '#shared/estimates/fields.ts'
import { DetailFields } from '../intake/detail-fields.tsx'
import { customerFields, moreFields, projectFields } from '../intake/details-form.ts'
import { LeaveDialog } from '../layout/leave-dialog.tsx'
import { useBelow } from '../layout/use-breakpoint.ts'
import { EstimateFacts } from '../ui/estimate-facts.tsx'
import { EstimateTexts } from '../ui/estimate-texts.tsx'
import { ErrorText, Form } from '../ui/form.tsx'
import { fieldLabel } from '../ui/work-labels.ts'
import { PrintButton } from './detail-bar.tsx'
import { Photos } from './photos.tsx'
import styles from './sheet-frame.module.css'
import { getDetailsDraft, useDetailsForm } from './use-details-form.ts'

/** Shows the visitor's entries, or the form that corrects them. */
export function EstimateDetails({ page }: { page: EstimateDetail }) {
  const { estimate } = page
  const isNarrow = useBelow('md')
  const editButton = useRef<HTMLButtonElement>(null)
  // An edit that was left goes on.
  const [isEditing, setEditing] = useState(() => getDetailsDraft(estimate.id).read() !== undefined)

  if (isEditing)
    return (
      <EditDetailsForm
        page={page}
        onDone={() => {
          setEditing(false)
          // The form takes the focus with it.
          setTimeout(() => editButton.current?.focus())
        }}
      />
    )
  return (
    <Stack>
      <EstimateFacts estimate={estimate} without={['day']} />
      <EstimateTexts estimate={estimate} heading="h3" />
      <LeadSource {...page} />
      <Photos photos={page.photos} />
      <Group gap="xs">
        <Button ref={editButton} variant="default" onClick={() => setEditing(true)}>
          Edit details
        </Button>
        {isNarrow && <PrintButton />}
      </Group>
    </Stack>
  )
}

/** Renders nothing where it was not recorded. */
function LeadSource({ estimate, firstTouch }: Pick<EstimateDetail, 'estimate' | 'firstTouch'>) {
  const { utmMedium, utmCampaign, referrerHost, landingPath } = firstTouch
  if (estimate.leadSource === null) return null
  const parts = [
    `Lead source: ${estimate.leadSource}`,
    utmMedium && `medium ${utmMedium}`,
    utmCampaign && `campaign ${utmCampaign}`,
    referrerHost && referrerHost !== estimate.leadSource && `from ${referrerHost}`,
    landingPath && `first page ${landingPath}`,
  ]
  return (
    <Text size="sm" c="dimmed">
      <bdi>{parts.filter(Boolean).join(' · ')}</bdi>
    </Text>
  )
}

function EditDetailsForm({ page, onDone }: { page: EstimateDetail; onDone: () => void }) {
  const headingId = useId()
  const top = useRef<HTMLDivElement>(null)
  const { form, edited, overtaken, isUnsaved, send, close } = useDetailsForm(page, onDone)
  const wrong = Object.values(form.errors).filter(Boolean).length

  useEffect(() => {
    top.current?.closest('form')?.querySelector('input')?.focus()
  }, [])

  return (
    <Form
      form={form}
      labelId={headingId}
      button="Save details"
      busyButton="Saving…"
      isReady={edited.length > 0}
      failure="Details not saved."
      describeError={describeError}
      send={send}
      onCancel={close}
    >
      <LeaveDialog isUnsaved={isUnsaved} />
      <div ref={top}>
        <Title id={headingId}>Edit details</Title>
        <Text size="sm" c="dimmed">
          The timeline keeps what was there before. Nothing is mailed.
        </Text>
      </div>
      {overtaken.length > 0 && (
        <Paper p="md" role="status" className={styles.notice} data-failure>
          <p>A colleague changed these, too. Your version replaces theirs when you save:</p>
          <ul className={styles.list}>
            {overtaken.map((field) => (
              <li key={field}>
                {fieldLabel(field)}: <bdi>{answerText(page.estimate, field) || 'none'}</bdi>
              </li>
            ))}
          </ul>
        </Paper>
      )}
      <DetailFields
        names={[...customerFields, ...projectFields, ...moreFields]}
        toAuthState={(name: EstimateField, type) => form.getInputProps(name, { type })}
        readOnly={form.submitting}
      />
      {wrong > 0 && <ErrorText>{`Please fix ${wrong === 1 ? '1 field' : `${wrong} fields`}.`}</ErrorText>}
    </Form>
  )
}

function describeError(error: unknown): string {
  return errorCode(error) === 'CONFLICT'
    ? 'A colleague changed the details meanwhile. Please look at them again, then save.'
    : failureMessage(error)
}
