import { Button, Checkbox, Group, NativeSelect, Paper, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { api } from '#client/lib/api.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import { dayMs } from '#shared/durations.ts'
import { workTextLimits } from '#shared/estimates/estimate-work.ts'
import type { EstimateField } from '#shared/estimates/fields.ts'
import { heardFromOptions, otherSource } from '#shared/estimates/lead-source.ts'
import { maxCallAgeDays } from '#shared/estimates/phone-estimate.ts'
import { fieldLimits } from '#shared/field-limits.ts'
import { findPhoneNumbers, phoneDigits } from '#shared/phone-numbers.ts'
import { LeaveDialog } from '../layout/leave-dialog.tsx'
import section from '../layout/page-section.module.css'
import { queryOptions } from '../layout/query-options.ts'
import { useBelow } from '../layout/use-breakpoint.ts'
import { ErrorText, Form } from '../ui/form.tsx'
import { useNow } from '../ui/use-now.ts'
import { capitalized, shortDayLabel } from '../ui/work-labels.ts'
import { DetailFields, labelProps } from './detail-fields.tsx'
import { customerFields, moreFields, projectFields } from './details-form.ts'
import styles from './new-estimate.module.css'
import { usePhoneForm, wallTime } from './use-phone-form.ts'

const hints = { email: 'Without one, a phone number is needed.' }

export function NewEstimatePage() {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Stack component="section" pt="md" className={section.content} aria-labelledby="new-estimate-heading">
      <div>
        <h2 id="new-estimate-heading" ref={heading} tabIndex={-1} className={section.heading}>
          New request
        </h2>
        <p className={section.aside}>
          For a request that came by phone. The call is logged as the first contact, and nothing is mailed unless you
          ask for it.
        </p>
      </div>
      <NewEstimateForm />
    </Stack>
  )
}

function NewEstimateForm() {
  const { form, isRestored, isUnsaved, startOver, send } = usePhoneForm()
  const isPhone = useBelow('sm')
  const [isMoreFilled] = useState(() => moreFields.some((name) => form.values[name] !== ''))
  const wrong = Object.values(form.errors).filter(Boolean).length
  const details = {
    toAuthState: (name: EstimateField, type: 'input' | 'checkbox') => form.getInputProps(name, { type }),
    readOnly: form.submitting,
    hints,
  }

  return (
    <>
      <LeaveDialog isUnsaved={isUnsaved} />
      {isRestored && (
        <Group gap="xs" role="status">
          <Text c="dimmed" size="sm">
            What you typed before is here again.
          </Text>
          <Button variant="subtle" onClick={startOver}>
            Start over
          </Button>
        </Group>
      )}
      {/* Start over also drops why the last try failed. */}
      <Form
        key={String(isRestored)}
        form={form}
        send={send}
        button="Save request"
        busyButton="Saving…"
        failure="Not saved."
      >
        {(buttons) => (
          <div className={styles.form}>
            <Card id="new-customer" title="Customer">
              <DetailFields names={customerFields} {...details} />
              <EarlierRequest email={form.values.email} phone={form.values.phone} />
            </Card>
            <Card id="new-project" title="Project">
              <DetailFields names={projectFields} spread={['projectType', 'budgetRange']} {...details} />
              {/* On phones a call needs the rest seldom. */}
              <details className={styles.more} open={!isPhone || isMoreFilled}>
                <summary>More about the project</summary>
                <DetailFields names={moreFields} {...details} />
              </details>
            </Card>
            <div className={styles.side}>
              <CallCard form={form} />
              <div className={styles.send}>
                {wrong > 0 && <ErrorText>{`Please fix ${wrong === 1 ? '1 field' : `${wrong} fields`}.`}</ErrorText>}
                {buttons}
              </div>
            </div>
          </div>
        )}
      </Form>
    </>
  )
}

type CardProps = { id: string; title: string; children: ReactNode }

function Card({ id, title, children }: CardProps) {
  return (
    <Paper component="section" p="lg" aria-labelledby={id}>
      <Stack>
        <Title id={id}>{title}</Title>
        {children}
      </Stack>
    </Paper>
  )
}

/** The search waits for so many milliseconds after the last key. */
const typingPause = 300

/**
 * Says that the caller has asked before, by the email address or the phone number. It is only a hint, since families and
 * offices share both. The link opens beside the form, for the call goes on.
 */
function EarlierRequest(props: { email: string; phone: string }) {
  const now = useNow()
  const [email] = useDebouncedValue(props.email.trim(), typingPause)
  const [phone] = useDebouncedValue(props.phone.trim(), typingPause)
  const isWhole = /\S@\S+\.\S/.test(email) || findPhoneNumbers(phone).some((number) => phoneDigits(number) !== null)
  const { data } = api.estimates.findEarlier.useQuery({ email, phone }, { ...queryOptions, enabled: isWhole })
  const latest = isWhole ? data?.items[0] : undefined
  return (
    <p role="status" className={latest ? undefined : 'unseen'}>
      {latest && (
        <>
          <Link to="/admin/estimates/$id" params={{ id: latest.id }} target="_blank">
            <bdi>{latest.name}</bdi> asked on {shortDayLabel(newYorkDay(new Date(latest.createdAt)), newYorkDay(now))}
          </Link>
          <span className="unseen"> (opens in a new tab)</span>
        </>
      )}
    </p>
  )
}

function CallCard({ form }: Pick<ReturnType<typeof usePhoneForm>, 'form'>) {
  const now = useNow()
  return (
    <Card id="new-call" title="Call">
      <TextInput
        {...labelProps('Time of the call', true)}
        {...form.getInputProps('calledAt')}
        name="calledAt"
        type="datetime-local"
        min={wallTime(new Date(now.getTime() - maxCallAgeDays * dayMs))}
        max={wallTime(now)}
      />
      <TextInput
        label="Caller, if not the customer"
        {...form.getInputProps('caller')}
        name="caller"
        maxLength={fieldLimits.name}
        autoComplete="off"
      />
      <NativeSelect
        label="How did you hear about us?"
        {...form.getInputProps('heardFrom')}
        name="heardFrom"
        data={[
          { value: '', label: 'Not asked' },
          ...heardFromOptions.map((value) => ({ value, label: capitalized(value) })),
          { value: otherSource, label: 'Other' },
        ]}
      />
      {form.values.heardFrom === otherSource && (
        <TextInput
          label="From where?"
          {...form.getInputProps('heardElsewhere')}
          name="heardElsewhere"
          maxLength={fieldLimits.leadSource}
          autoComplete="off"
        />
      )}
      <Textarea
        label="Call notes"
        {...form.getInputProps('note')}
        name="note"
        rows={3}
        maxLength={workTextLimits.note}
      />
      {form.values.email.trim() !== '' && (
        <Checkbox
          label="Email the customer a confirmation"
          {...form.getInputProps('sendConfirmation', { type: 'checkbox' })}
          name="sendConfirmation"
        />
      )}
    </Card>
  )
}
