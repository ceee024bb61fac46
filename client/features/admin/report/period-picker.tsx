import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { ownPeriod, type ReportSearch, reportPeriods } from '#client/lib/search-params/report-search.ts'
import { isCalendarDay } from '#shared/calendar-days.ts'
import { periodProblem, type ReportPeriod } from '#shared/report-period.ts'
import fields from '../ui/fields.module.css'
import styles from './period-picker.module.css'
import { standardPeriod } from './periods.ts'

type PeriodPickerProps = {
  search: ReportSearch
  period: ReportPeriod
}

export function PeriodPicker({ search, period }: PeriodPickerProps) {
  const id = useId()
  const navigate = useNavigate()
  const show = (wanted: ReportSearch) => void navigate({ to: '/admin/reports', search: wanted, state: true })
  const own = ownPeriod(search) !== undefined
  return (
    <div className={styles.picker}>
      <div className={styles.field}>
        <label htmlFor={id} className={fields.label}>
          Period
        </label>
        <select
          id={id}
          className={fields.input}
          value={own ? 'own' : (search.period ?? standardPeriod)}
          onChange={(event) => {
            const chosen = reportPeriods.find(({ value }) => value === event.currentTarget.value)
            show(chosen ? { period: chosen.value } : period)
          }}
        >
          {reportPeriods.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <option value="own">Custom dates</option>
        </select>
      </div>
      {own && <OwnDates period={period} onShow={show} />}
    </div>
  )
}

/** Applies on submit, since each digit of a year makes a valid day. */
function OwnDates({ period, onShow }: { period: ReportPeriod; onShow: (period: ReportPeriod) => void }) {
  const id = useId()
  const [edited, setEdited] = useState({ shown: period, days: period })
  const [problem, setProblem] = useState<string>()
  // Edits last until another period is shown. The fields stay mounted and keep the focus.
  const isSame = edited.shown.from === period.from && edited.shown.to === period.to
  const days = isSame ? edited.days : period

  function submit(event: FormEvent): void {
    event.preventDefault()
    const found = isCalendarDay(days.from) && isCalendarDay(days.to) ? periodProblem(days) : 'Please enter both days.'
    setProblem(found)
    if (!found) onShow(days)
  }

  return (
    <form className={styles.own} onSubmit={submit} noValidate>
      {(['from', 'to'] as const).map((name) => (
        <div key={name} className={styles.field}>
          <label htmlFor={`${id}${name}`} className={fields.label}>
            {name === 'from' ? 'First day' : 'Last day'}
          </label>
          <input
            id={`${id}${name}`}
            type="date"
            className={fields.input}
            value={days[name]}
            aria-invalid={problem !== undefined}
            aria-describedby={problem && `${id}problem`}
            onChange={(event) => setEdited({ shown: period, days: { ...days, [name]: event.currentTarget.value } })}
          />
        </div>
      ))}
      <button type="submit" className={buttonClass('quiet', 'compact')}>
        Show
      </button>
      {problem && (
        <p id={`${id}problem`} className={`${fields.error} ${styles.problem}`} role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
