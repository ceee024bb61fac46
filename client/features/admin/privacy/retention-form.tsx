import { NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { showError, showSuccess } from '#client/components/toasts.tsx'
import { api, type Retention } from '#client/lib/api.ts'
import { errorCode, failureMessage } from '#client/lib/api-error.ts'
import { formatDay } from '#shared/formatting.ts'
import { monthsText, type RetentionRules, retentionMonths, sameRules } from '#shared/retention.ts'
import { Form } from '../ui/form.tsx'
import { DueList } from './due-list.tsx'
import styles from './privacy.module.css'

const never = 'never'

const toMonths = (value: string) => (value === never ? null : Number(value))

export function RetentionForm({ retention }: { retention: Retention }) {
  const utils = api.useUtils()
  const { rules: inForce, isConfirmed, nextRunAt } = retention
  const form = useForm({
    initialValues: {
      completedMonths: String(inForce.completedMonths ?? never),
      spamMonths: String(inForce.spamMonths ?? never),
    },
  })
  const { completedMonths, spamMonths } = form.values
  const rules: RetentionRules = { completedMonths: toMonths(completedMonths), spamMonths: toMonths(spamMonths) }
  const isChanged = !sameRules(rules, inForce)
  const nextRun = formatDay(new Date(nextRunAt))

  async function save(): Promise<void> {
    try {
      const saved = await utils.client.privacy.setRetention.mutate({ ...rules, seen: inForce })
      utils.privacy.retention.setData(undefined, saved)
      showSuccess({ title: 'Rules saved', message: `They take effect on ${formatDay(new Date(saved.nextRunAt))}.` })
    } catch (failure) {
      if (errorCode(failure) !== 'CONFLICT') throw failure
      // The colleague's rules replace this form.
      showError({ title: 'Rules Not Saved', message: failureMessage(failure) })
      void utils.privacy.retention.invalidate()
    }
  }

  return (
    <Paper component="section" className={styles.card} aria-labelledby="retention-heading">
      <Stack>
        <div>
          <Title id="retention-heading">How long requests keep a person’s data</Title>
          <Text c="dimmed">
            After that, names, addresses, phone numbers, texts and notes are erased. Reports keep the numbers. Later
            work restarts the time. <a href="/privacy">The privacy page</a> states these rules.
          </Text>
        </div>
        <Form
          form={form}
          send={save}
          button={isConfirmed || isChanged ? 'Save' : 'Confirm'}
          {...(isChanged ? { onCancel: form.reset } : {})}
        >
          <div className={styles.rules}>
            <NativeSelect
              label="Completed requests"
              data={monthChoices(inForce.completedMonths, 'after completion')}
              {...form.getInputProps('completedMonths')}
            />
            <NativeSelect
              label="Spam"
              data={monthChoices(inForce.spamMonths, 'after marking it')}
              {...form.getInputProps('spamMonths')}
            />
          </div>
          {!isConfirmed && (
            <p>
              <strong>No one has confirmed these rules yet.</strong> Until then, nothing is erased before {nextRun}.
            </p>
          )}
        </Form>
        <section aria-labelledby="preview-heading">
          <Title id="preview-heading" order={4}>
            {isChanged ? 'What these rules would erase' : 'Next cleanup'}
          </Title>
          <Text c="dimmed">
            {isChanged
              ? 'Not saved yet. Rules saved today take effect tomorrow.'
              : `Runs daily at 3 AM, next on ${nextRun}.`}
          </Text>
          <DueList rules={rules} />
        </section>
      </Stack>
    </Paper>
  )
}

function monthChoices(inForce: number | null, since: string) {
  // A value from another version may be no choice.
  const months = [...new Set([...retentionMonths, ...(inForce === null ? [] : [inForce])])].toSorted((a, b) => a - b)
  return [
    ...months.map((count) => ({ value: String(count), label: `${monthsText(count)} ${since}` })),
    { value: never, label: 'Never erase them' },
  ]
}
