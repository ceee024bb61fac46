import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { v4 as randomUuid } from 'uuid'
import { api, type EstimateDetail } from '#client/lib/api.ts'
import { type ReviewState, reviewTexts } from '#shared/estimates/review-request.ts'
import { formatDayOfYear } from '#shared/formatting.ts'
import { isAllowed } from '#shared/permissions.ts'
import { queryOptions } from '../layout/query-options.ts'
import { usePageActions, useStaff } from '../layout/staff-context.ts'
import { Form } from '../ui/form.tsx'
import { ModalDialog } from '../ui/modal-dialog.tsx'

type ReviewRequestProps = Pick<EstimateDetail, 'estimate'>

/** Asks the customer of a completed and won request for a review, or says why that is not possible. */
export function ReviewRequest({ estimate }: ReviewRequestProps) {
  const reasonId = useId()
  // What was known before the request was finished says nothing.
  const { data: state } = api.reviews.state.useQuery({ id: estimate.id }, { ...queryOptions, staleTime: 0 })
  const [isOpen, setOpen] = useState(false)
  const isPossible = state?.problem === null
  const open = () => setOpen(true)
  usePageActions(
    isPossible ? [{ label: 'Ask for a review', words: 'stars rating email', isMinor: true, run: open }] : [],
  )
  if (!state || state.problem === 'not_finished') return null
  return (
    <Group gap="xs">
      {/* It keeps the focus when it can no longer be pressed. */}
      <Button
        variant="default"
        aria-disabled={!isPossible}
        aria-describedby={isPossible ? undefined : reasonId}
        onClick={() => isPossible && open()}
      >
        Ask for a review…
      </Button>
      {!isPossible && (
        <Text id={reasonId} size="sm" c="dimmed">
          <Reason state={state} name={estimate.name} />
        </Text>
      )}
      {isOpen && <AskDialog estimate={estimate} onClose={() => setOpen(false)} />}
    </Group>
  )
}

function Reason({ state: { problem, askedAt }, name }: { state: ReviewState; name: string }): ReactNode {
  const { role } = useStaff()
  if (problem === 'no_email') return 'This request has no email address.'
  if (problem === 'opted_out')
    return (
      <>
        <bdi>{name}</bdi> asked not to be asked.
      </>
    )
  if (problem === 'asked') return `Asked on ${formatDayOfYear(new Date(askedAt ?? ''))}. One request a year.`
  if (!isAllowed(role, 'manageInstallation')) return 'An administrator has to add your link for reviews first.'
  return (
    <>
      Add your link for reviews on <Link to="/admin/company">the company’s page</Link> first.
    </>
  )
}

function AskDialog({ estimate: { id, email }, onClose }: ReviewRequestProps & { onClose: () => void }) {
  const utils = api.useUtils()
  const form = useForm({ initialValues: {} })
  // Every try sends the same key, so that a lost response asks nobody twice.
  const [entryKey] = useState(() => randomUuid())
  const { heading, lead, reason } = reviewTexts

  async function ask(): Promise<void> {
    try {
      const asked = await utils.client.reviews.ask.mutate({ id, entryKey })
      await utils.estimates.get.cancel({ id })
      utils.estimates.get.setData({ id }, (page) => page && { ...page, ...asked })
    } finally {
      await utils.reviews.state.invalidate({ id })
    }
  }

  return (
    <ModalDialog title="Ask for a review" onClose={onClose}>
      {(close) => (
        <Form
          form={form}
          button="Send this email"
          busyButton="Sending…"
          onCancel={close}
          send={() => ask().then(close)}
        >
          <p>
            This email goes to <bdi>{email}</bdi>, with your link for reviews, and a link that ends these emails.
          </p>
          <Paper p="md" withBorder>
            <Stack gap="xs">
              <p>{heading}</p>
              <p>{lead}</p>
              <p>{reason}</p>
            </Stack>
          </Paper>
        </Form>
      )}
    </ModalDialog>
  )
}
