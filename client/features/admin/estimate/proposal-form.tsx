import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useEffect, useRef } from 'react'
import { failureMessage } from '#client/lib/api-error.ts'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import {
  type ProposalChannel,
  proposalCentsRange,
  proposalChannels,
  proposalDays,
  sentOnProblem,
} from '#shared/estimates/proposals.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { Form } from '../ui/form.tsx'
import { proposalChannelLabels } from '../ui/work-labels.ts'
import type { ProposalChange } from './work-changes.ts'

type ProposalFormProps = {
  send: (change: ProposalChange) => Promise<void>
  describeError?: (error: unknown) => string
  onCancel: () => void
  className?: string
  /** The heading stands above the fields. */
  children?: ReactNode
}

/** Enter logs the proposal at once; the amount is optional, and the rest has defaults. Escape is Cancel. */
export function ProposalForm({
  send,
  describeError = failureMessage,
  onCancel,
  className,
  children,
}: ProposalFormProps) {
  const amount = useRef<HTMLInputElement>(null)
  const today = newYorkDay(new Date(Date.now()))
  const form = useForm({
    initialValues: { cents: '', channel: 'email' as ProposalChannel, sentOn: today },
    validate: {
      cents: (text) => (text.trim() !== '' && readCents(text) === undefined ? amountProblem : null),
      sentOn: (day) => sentOnProblem(day, new Date(Date.now())),
    },
  })

  useEffect(() => {
    // A browser would scroll the field to the middle of the window.
    amount.current?.focus({ preventScroll: true })
    amount.current?.form?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <Form
      form={form}
      button="Save"
      busyButton="Saving…"
      failure="Proposal not logged."
      send={({ cents, ...values }) => send({ kind: 'proposal', ...values, cents: readCents(cents) })}
      describeError={describeError}
      onCancel={onCancel}
      closesOnEscape
    >
      {(buttons) => (
        <Stack gap="sm" justify="stretch" className={className}>
          {children}
          <TextInput
            ref={amount}
            label="Amount in $ (optional)"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            placeholder="48,500"
            {...form.getInputProps('cents')}
          />
          <ChoiceButtons
            label="How"
            options={proposalChannels.map((value) => ({ value, label: proposalChannelLabels[value] }))}
            value={form.values.channel}
            onChoose={(channel) => form.setFieldValue('channel', channel)}
          />
          <TextInput
            label="Sent on"
            type="date"
            min={addDays(today, -proposalDays.back)}
            max={today}
            {...form.getInputProps('sentOn')}
          />
          <div>{buttons}</div>
        </Stack>
      )}
    </Form>
  )
}

const amountProblem = 'Please enter an amount from $0.01 to $99,999,999.99, such as 48,500 or 48,500.50.'

/**
 * Reads dollars, with or without commas and a dollar sign, without the errors of floating point.
 *
 * @returns undefined if it is no amount that a proposal can have
 */
export function readCents(text: string): number | undefined {
  // Full-width digits come from Asian keyboards.
  const match = /^\$? ?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text.normalize('NFKC').trim())
  const [, whole = '', fraction = ''] = match ?? []
  const cents = Number(whole.replaceAll(',', '') + fraction.padEnd(2, '0'))
  return match && cents >= proposalCentsRange.min && cents <= proposalCentsRange.max ? cents : undefined
}
