import { type FormEvent, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { showError, showSuccess } from '#client/components/toasts.tsx'
import { api, type Retention } from '#client/lib/api.ts'
import { errorCode, failureMessage } from '#client/lib/api-error.ts'
import { formatDay } from '#shared/formatting.ts'
import { monthsText, type RetentionRules, retentionMonths, sameRules } from '#shared/retention.ts'
import fields from '../ui/fields.module.css'
import { LabeledField } from '../ui/labeled-field.tsx'
import { DueList } from './due-list.tsx'
import styles from './privacy-section.module.css'

export function RetentionForm({ retention }: { retention: Retention }) {
  const utils = api.useUtils()
  const { rules: inForce, isConfirmed, nextRunAt } = retention
  const [rules, setRules] = useState<RetentionRules>(inForce)
  const [error, setError] = useState<string>()
  const [saving, setSaving] = useState(false)
  const isChanged = !sameRules(rules, inForce)
  const nextRun = formatDay(new Date(nextRunAt))

  async function save(): Promise<void> {
    if (saving) return
    setSaving(true)
    setError(undefined)
    try {
      const saved = await utils.client.privacy.setRetention.mutate({ ...rules, seen: inForce })
      utils.privacy.retention.setData(undefined, saved)
      showSuccess({ title: 'Rules saved', message: `They take effect on ${formatDay(new Date(saved.nextRunAt))} on.` })
    } catch (failure) {
      if (errorCode(failure) === 'CONFLICT') {
        // The colleague's rules replace this form.
        showError({ title: 'Rules Not Saved', message: failureMessage(failure) })
        void utils.privacy.retention.invalidate()
      } else setError(failureMessage(failure))
    }
    setSaving(false)
  }

  return (
    <form
      className={styles.card}
      aria-labelledby="retention-heading"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className={styles.head}>
        <h3 id="retention-heading">How long requests keep a person’s data</h3>
        <p className={styles.note}>
          After that, the site erases names, addresses, phone numbers, texts and notes. Requests stay in the reports as
          numbers. What is done or planned later restarts the time. <a href="/privacy">The privacy page</a> states what
          is in force.
        </p>
      </div>
      <div className={styles.rules}>
        <MonthsField
          label="Completed requests"
          value={rules.completedMonths}
          onChange={(completedMonths) => setRules({ ...rules, completedMonths })}
          since="after completion"
        />
        <MonthsField
          label="Spam"
          value={rules.spamMonths}
          onChange={(spamMonths) => setRules({ ...rules, spamMonths })}
          since="after marking it"
        />
      </div>
      {!isConfirmed && (
        <p>
          <strong>No one has confirmed these rules yet.</strong> Until then, nothing is erased before {nextRun}.
        </p>
      )}
      {error !== undefined && (
        <p className={fields.error} role="alert">
          {error}
        </p>
      )}
      <div className={fields.row}>
        <button
          type="submit"
          className={buttonClass('primary', 'compact')}
          aria-disabled={saving || (isConfirmed && !isChanged)}
        >
          {isConfirmed || isChanged ? 'Save' : 'Confirm'}
        </button>
        {isChanged && (
          <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => setRules(inForce)}>
            Cancel
          </button>
        )}
      </div>
      <section className={styles.preview} aria-labelledby="preview-heading">
        <div className={styles.head}>
          <h4 id="preview-heading">{isChanged ? 'What these rules would erase' : 'What the next run erases'}</h4>
          <p className={styles.note}>
            {isChanged
              ? 'Not saved yet. Rules saved today take effect tomorrow.'
              : `The site erases once a day, at 3 AM in New York, and next on ${nextRun}.`}
          </p>
        </div>
        <DueList rules={rules} />
      </section>
    </form>
  )
}

type MonthsFieldProps = {
  label: string
  value: number | null
  since: string
  onChange: (value: number | null) => void
}

const never = 'never'

function MonthsField({ label, value, since, onChange }: MonthsFieldProps) {
  // A value from another version may be no choice.
  const choices = [...new Set([...retentionMonths, ...(value === null ? [] : [value])])].toSorted((a, b) => a - b)
  return (
    <LabeledField label={label}>
      {(id) => (
        <select
          id={id}
          className={fields.input}
          value={value ?? never}
          onChange={({ currentTarget }) => onChange(currentTarget.value === never ? null : Number(currentTarget.value))}
        >
          {choices.map((months) => (
            <option key={months} value={months}>
              {monthsText(months)} {since}
            </option>
          ))}
          <option value={never}>Never erase them</option>
        </select>
      )}
    </LabeledField>
  )
}
