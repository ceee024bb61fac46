import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { ownPeriod, type ReportSearch, reportPeriods, standardPeriod } from '#client/lib/search-params/report-search.ts'
import { isCalendarDay } from '#shared/calendar-days.ts'
import { periodProblem, type ReportPeriod } from '#shared/report-period.ts'
import { ErrorText } from '../ui/form.tsx'
import styles from './report.module.css'

type PeriodPickerProps = {
  search: ReportSearch
  period: ReportPeriod
}

export function PeriodPicker({ search, period }: PeriodPickerProps) {
  const navigate = useNavigate()
  const show = (wanted: ReportSearch) => void navigate({ to: '/admin/reports', search: wanted, state: true })
  const own = ownPeriod(search) !== undefined
  return (
    <Group align="end" gap="sm" className={styles.picker}>
      <NativeSelect
        label="Period"
        value={own ? 'own' : (search.period ?? standardPeriod)}
        onChange={(event) => {
          const chosen = reportPeriods.find(({ value }) => value === event.currentTarget.value)
          show(chosen ? { period: chosen.value } : period)
        }}
        data={[...reportPeriods, { value: 'own', label: 'Custom dates' }]}
      />
      {own && <OwnDates period={period} onShow={show} />}
    </Group>
  )
}

/** Applies on submit, since each digit of a year makes a valid day. */
function OwnDates({ period, onShow }: { period: ReportPeriod; onShow: (period: ReportPeriod) => void }) {
  const problemId = useId()
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
    <form onSubmit={submit} noValidate>
      <Group align="end" gap="sm">
        {(['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            label={name === 'from' ? 'First day' : 'Last day'}
            value={days[name]}
            error={problem !== undefined}
            aria-describedby={problem && problemId}
            onChange={(event) => setEdited({ shown: period, days: { ...days, [name]: event.currentTarget.value } })}
          />
        ))}
        <Button type="submit" variant="default">
          Show
        </Button>
        {problem && (
          <ErrorText id={problemId} w="100%">
            {problem}
          </ErrorText>
        )}
      </Group>
    </form>
  )
}
